import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { verifyTree } from '@nx-agent-skills/publication';
import { installTool } from './testing/install-tool';
import { REPOSITORY, SCRATCH } from './testing/packed-plugin';
import { type Registry, startRegistry } from './testing/registry';
import {
  type Files,
  nxEnv,
  nxJson,
  openWorkspace,
  skillMd,
  type Workspace,
} from './testing/workspace';

const PNPM = '10.34.8';
/** The newest that the plugin for TypeScript is published for. */
const NX = '23.3.1';

/** A pnpm workspace of TypeScript packages that refer to one another, with skills in them. */
const FILES: Files = {
  'package.json': JSON.stringify({
    name: 'acme',
    private: true,
    devDependencies: { nx: NX, '@nx/js': NX, typescript: '5.9.3', 'nx-agent-skills': '0.1.0' },
  }),
  'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
  '.gitignore': 'node_modules\ndist\n.nx\n*.tsbuildinfo\n',
  'nx.json': JSON.stringify({
    release: { projects: ['@acme/one'], version: { currentVersionResolver: 'disk' } },
    ...JSON.parse(nxJson({ roots: ['skills', 'packages/*/skills'] })),
    plugins: [
      '@nx/js/typescript',
      ...JSON.parse(nxJson({ roots: ['skills', 'packages/*/skills'] })).plugins,
    ],
  }),
  'tsconfig.base.json':
    '{ "compilerOptions": { "composite": true, "declaration": true, "module": "nodenext", "moduleResolution": "nodenext", "target": "es2022", "strict": true } }',
  'tsconfig.json':
    '{ "extends": "./tsconfig.base.json", "files": [], "references": [{ "path": "./packages/one" }, { "path": "./packages/two" }] }',
  ...typescriptPackage('one', {}, 'export const one = 1;\n'),
  ...typescriptPackage(
    'two',
    { '@acme/one': 'workspace:*' },
    "import { one } from '@acme/one';\nexport const two = one + 1;\n",
  ),
  'packages/two/tsconfig.lib.json':
    '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "rootDir": "src", "outDir": "dist" }, "include": ["src"], "references": [{ "path": "../one/tsconfig.lib.json" }] }',
  'packages/one/skills/use-one/SKILL.md': skillMd('use-one'),
  'packages/one/skills/use-one/package.json':
    '{ "name": "use-one-scripts", "version": "1.0.0", "scripts": { "build": "false" } }',
  'packages/one/skills/use-one/index.ts': 'export const broken: string = 1;\n',
  'skills/(group)/plain-one/SKILL.md': skillMd('plain-one'),
};

function typescriptPackage(name: string, dependencies: object, source: string): Files {
  return {
    [`packages/${name}/package.json`]: JSON.stringify({
      name: `@acme/${name}`,
      version: '1.0.0',
      type: 'module',
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      dependencies,
    }),
    [`packages/${name}/tsconfig.json`]:
      '{ "extends": "../../tsconfig.base.json", "files": [], "references": [{ "path": "./tsconfig.lib.json" }] }',
    [`packages/${name}/tsconfig.lib.json`]:
      '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "rootDir": "src", "outDir": "dist" }, "include": ["src"] }',
    [`packages/${name}/src/index.ts`]: source,
  };
}

describe('a pnpm workspace with TypeScript references and other plugins', () => {
  let registry: Registry;
  let workspace: Workspace;

  const pnpm = (...args: string[]) => run('pnpm', args);
  const run = (command: string, args: string[]) => {
    const bin = join(installTool('pnpm', PNPM), '../.bin');
    const child = spawn(command, args, {
      cwd: workspace.root,
      env: {
        ...nxEnv(workspace.root, registry.env),
        npm_config_store_dir: join(SCRATCH, 'pnpm-store'),
        PATH: `${bin}${delimiter}${process.env.PATH}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += text));
    return new Promise<string>((resolve, reject) =>
      child.on('close', (status) => (status === 0 ? resolve(output) : reject(new Error(output)))),
    );
  };

  beforeAll(async () => {
    registry = await startRegistry();
    mkdirSync(SCRATCH, { recursive: true });
    workspace = openWorkspace(mkdtempSync(join(SCRATCH, 'workspace-')));
    workspace.write(FILES);
    workspace.git('init', '--quiet', '--initial-branch=main');
    workspace.git('config', 'user.name', 'Acme');
    workspace.git('config', 'user.email', 'skills@acme.example');
    await pnpm('install', '--no-frozen-lockfile');
    workspace.commit('Begin');
  });

  afterAll(() => registry.close());

  it('publishes its skills, and keeps its other targets', async () => {
    const projects = await pnpm('exec', 'nx', 'show', 'projects', '--json');
    expect(JSON.parse(projects.slice(projects.indexOf('['))).sort()).toEqual([
      '@acme/one',
      '@acme/two',
      '@agent-skills/index',
      'packages/one/skills/use-one',
      'skills/%28group%29/plain-one',
    ]);
    await pnpm('exec', 'nx', 'run-many', '-t', 'typecheck', 'publish-index');
    const { report } = verifyTree(join(workspace.root, 'dist/agent-skills'));
    expect(report.skills.map(({ name }) => name)).toEqual(['plain-one', 'use-one']);
    expect(report.skills.flatMap(({ findings }) => findings)).toEqual([]);
  });

  it('publishes again when a skill changes, and not when only code does', async () => {
    const affected = async () => {
      const output = await pnpm(
        'exec',
        'nx',
        'show',
        'projects',
        '--affected',
        '--base=HEAD',
        '--json',
      );
      return JSON.parse(output.slice(output.indexOf('['))).sort();
    };
    workspace.write({ 'packages/one/src/index.ts': 'export const one = 2;\n' });
    expect(await affected()).toEqual(['@acme/one', '@acme/two']);
    workspace.git('checkout', '--quiet', '.');
    workspace.write({ 'packages/one/skills/use-one/index.ts': 'export const more = 2;\n' });
    expect(await affected()).toContain('@agent-skills/index');
    const output = await pnpm('exec', 'nx', 'run', '@agent-skills/index:publish-index');
    expect(output).toContain('1 changed');
  });

  it('freezes a release with the commands that docs/snapshots.md gives for nx release', async () => {
    const page = readFileSync(join(REPOSITORY, 'docs/snapshots.md'), 'utf8');
    const [, commands = ''] =
      /^## With `nx release`$[\s\S]*?```text\n([\s\S]*?)```/m.exec(page) ?? [];
    expect(commands.split('\n').filter(Boolean)).toHaveLength(3);
    await run('sh', ['-e', '-c', commands]);
    expect(JSON.parse(workspace.read('packages/one/package.json')).version).toBe('1.2.0');
    expect(workspace.git('log', '-1', '--format=%s', '--', 'snapshots/versions.json').trim()).toBe(
      'Release 1.2.0',
    );
    await pnpm('exec', 'nx', 'run', '@agent-skills/index:publish-index');
    const { report } = verifyTree(join(workspace.root, 'dist/agent-skills'));
    expect(report.snapshots?.map(({ version }) => version)).toEqual(['1.2.0']);
  });
});
