import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rooms of the house in the order in which data flows. */
const FLOW = ['skill', 'artifact', 'discovery', 'publication', 'deployment', 'installation'];
const LIBS = FLOW.filter((lib) => existsSync(join(__dirname, 'libs', lib)));
const PLUGIN = 'tools/nx-agent-skills';

const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');
const json = (path: string) => JSON.parse(read(path));

function sources(folder: string): string[] {
  return readdirSync(join(__dirname, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts'));
}

function imports(file: string): string[] {
  return [...read(file).matchAll(/(?:from |import\(|import |require\()'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

describe('the house', () => {
  it('has no lib outside the flow', () => {
    expect(readdirSync(join(__dirname, 'libs')).sort()).toEqual([...LIBS].sort());
  });

  describe.each(LIBS)('libs/%s', (lib) => {
    const files = sources(`libs/${lib}/src`);
    const earlier = FLOW.slice(0, FLOW.indexOf(lib)).map((each) => `@nx-agent-skills/${each}`);
    const { dependencies } = json(`libs/${lib}/package.json`);

    it('imports only libs before it in the flow, and knows nothing of Nx', () => {
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) {
        for (const specifier of imports(file)) {
          const from = packageOf(specifier);
          if (from.startsWith('@nx-agent-skills/'))
            expect([file, earlier]).toEqual([file, expect.arrayContaining([from])]);
          expect([file, from]).not.toEqual([
            file,
            expect.stringMatching(/^(nx|@nx\/.*|nx-agent-skills)$/),
          ]);
          expect([file, specifier]).not.toEqual([
            file,
            expect.stringMatching(/^(\.\.\/){2,}|libs\//),
          ]);
        }
      }
    });

    it('declares what it imports', () => {
      const used = files
        .filter((file) => !/\.spec\.ts$|\/testing\//.test(file))
        .flatMap(imports)
        .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
        .map(packageOf);
      expect([...new Set(used)].sort()).toEqual(Object.keys(dependencies ?? {}).sort());
    });
  });

  it('has no source file of more than 250 lines', () => {
    const long = [...LIBS.map((lib) => `libs/${lib}/src`), `${PLUGIN}/src`]
      .flatMap(sources)
      .filter((file) => read(file).split('\n').length > 251);
    expect(long.filter((file) => !file.endsWith('.spec.ts'))).toEqual([]);
  });

  it('publishes with exactly the packages that the libs and the plugin use, in one version', () => {
    const { dependencies } = json(`${PLUGIN}/package.json`);
    const used: Record<string, string> = Object.assign(
      {},
      ...LIBS.map((lib) => json(`libs/${lib}/package.json`).dependencies),
    );
    const external = Object.entries(used).filter(([name]) => !name.startsWith('@nx-agent-skills/'));
    const own = sources(`${PLUGIN}/src`)
      .filter((file) => !file.endsWith('.spec.ts'))
      .flatMap(imports)
      .map(packageOf)
      .filter(
        (name) =>
          !/^(\.|node:|nx$|@nx-agent-skills$)/.test(name) && !name.startsWith('@nx-agent-skills/'),
      );
    const names = [...external.map(([name]) => name), ...own];
    expect(Object.keys(dependencies)).toEqual([...new Set(names)].sort());
    expect(dependencies).toMatchObject(Object.fromEntries(external));
    for (const version of Object.values<string>(dependencies))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
