import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY, TEMPLATE } from './testing/packed-plugin';

const PACKAGE = join(REPOSITORY, 'tools/nx-agent-skills');
const INSTALLED = join(TEMPLATE, 'node_modules/nx-agent-skills');

interface Packed {
  unpackedSize: number;
  files: { path: string }[];
}

describe('the package', () => {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: PACKAGE,
      encoding: 'utf8',
    }),
  ) as Packed[];
  const paths = packed?.files.map(({ path }) => path) ?? [];

  it('is small, and holds nothing that only we need', () => {
    expect(packed?.unpackedSize).toBeLessThan(500_000);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const others = paths.filter(
      (path) => !/^(LICENSE|README\.md|[a-z]+\.json|(dist|schemas|templates)\/.*)$/.test(path),
    );
    expect(others).toEqual([]);
    expect(paths.filter((path) => /\.(ts|map|tsbuildinfo)$|spec|testing/.test(path))).toEqual([
      'dist/plugin.d.ts',
    ]);
  });

  it('holds everything that its manifests name', () => {
    const text = (path: string) => readFileSync(join(INSTALLED, path), 'utf8');
    const executors = Object.values<Record<string, string>>(
      JSON.parse(text('executors.json')).executors,
    );
    const generators = Object.values<Record<string, string>>(
      JSON.parse(text('generators.json')).generators,
    );
    const named = [...executors, ...generators].flatMap(
      ({ implementation, batchImplementation, factory, schema }) => [
        ...[implementation, batchImplementation, factory].flatMap((file) => `${file}.js`),
        schema,
      ],
    );
    const files = [...named.filter((file) => !/^undefined/.test(String(file))), './dist/cli.js'];
    expect(files.length).toBeGreaterThan(50);
    for (const file of files)
      expect([file, existsSync(join(INSTALLED, String(file)))]).toEqual([file, true]);
    expect(JSON.parse(text('migrations.json'))).toHaveProperty('generators');
    expect(manifest['nx-migrations']).toEqual({ migrations: './migrations.json' });
  });

  it('brings no Nx along, for those who use the command line alone', () => {
    expect(Object.keys(manifest.dependencies).filter((name) => /nx/.test(name))).toEqual([]);
    expect(manifest.peerDependenciesMeta).toEqual({ nx: { optional: true } });
  });

  it.each([
    ['publint', ['publint', '--strict', '--pack', 'false']],
    ['the check of its types', ['attw', join(TEMPLATE, 'nx-agent-skills.tgz')]],
    ['a dry run of its publication', ['npm', 'publish', '--dry-run', '--ignore-scripts']],
  ])('passes %s', (_, [command = '', ...args]) => {
    const bin = join(REPOSITORY, 'node_modules/.bin', command);
    const run = spawnSync(existsSync(bin) ? bin : command, args, {
      cwd: PACKAGE,
      encoding: 'utf8',
    });
    expect([run.status, `${run.stdout}${run.stderr}`]).toEqual([0, expect.anything()]);
  });

  it('can be imported by name from both kinds of modules', () => {
    const names = (code: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', code], {
        cwd: TEMPLATE,
        encoding: 'utf8',
      });
    const code = `import { createNodes } from 'nx-agent-skills/plugin';
      import { createRequire } from 'node:module';
      const required = createRequire(import.meta.url)('nx-agent-skills');
      console.log(required.createNodes === createNodes, createNodes[0]);`;
    expect(names(code)).toBe('true nx.json\n');
  });
});
