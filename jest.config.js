const transform = {
  '^.+\\.ts$': [
    '@swc/jest',
    { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
  ],
};

const shared = {
  transform,
  testEnvironment: 'node',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/tmp/', '<rootDir>/tools/.*/dist/'],
};

module.exports = {
  // The end-to-end tests wait for other processes most of the time.
  maxWorkers: '100%',
  reporters: ['default', '<rootDir>/jest.counts-reporter.js'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{libs,tools,benchmarks}/**/*.spec.ts', '<rootDir>/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'e2e',
      globalSetup: '<rootDir>/e2e/testing/global-setup.ts',
      setupFilesAfterEnv: ['<rootDir>/e2e/testing/set-timeout.ts'],
      testMatch: ['<rootDir>/e2e/**/*.spec.ts'],
    },
  ],
};
