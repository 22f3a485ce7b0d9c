import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyTree } from '@nx-agent-skills/publication';
import { cleanEnv } from './testing/clean-env';
import { type HttpsHost, startHttpsHost } from './testing/https-host';
import { installedPackage } from './testing/install-package';
import { noOtherNodes } from './testing/node-versions';
import { installStockClient, type Machine, newMachine } from './testing/stock-client';
import { treeDigests } from './testing/tree-digests';
import { createWorkspace, ORIGIN, skillMd, type Workspace } from './testing/workspace';

const TREE = 'dist/agent-skills';
const GUIDE = 'skills/beta/references/guide.md';

const files = (text: string) => ({
  'skills/alpha/SKILL.md': skillMd('alpha', text),
  'skills/beta/SKILL.md': skillMd('beta', `${text} See [the guide](references/guide.md).`),
  [GUIDE]: `# ${text}\n`,
});

describe('the target snapshot', () => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = createWorkspace(files('First.'));
  });
  const snapshot = (...args: string[]) =>
    workspace.nx(['run', '@agent-skills/index:snapshot', '--output-style=static', '--', ...args]);
  const versions = () =>
    JSON.parse(workspace.read(`${TREE}/.well-known/agent-skills/versions.json`)).versions;

  it('publishes, freezes, and the next publication has the release', () => {
    const first = snapshot('--version=1.0.0');
    expect([first.status, first.output]).toEqual([
      0,
      expect.stringContaining('2 skills frozen as 1.0.0 in snapshots, 2 of them new.'),
    ]);
    expect(workspace.nx(['publish-index']).status).toBe(0);
    expect(versions()).toEqual(['1.0.0']);
    verifyTree(join(workspace.root, TREE));
    const again = snapshot('--version=1.0.0');
    expect([again.status, again.output]).toEqual([0, expect.stringContaining('frozen already')]);
  });

  it('refuses another release of that version, no version, and what is none', () => {
    workspace.write(files('Second.'));
    for (const [args, message] of [
      [['--version=1.0.0'], 'is frozen already, as another release'],
      [[], 'The option "version" is missing'],
      [['--version=v1'], 'The version "v1" is none'],
    ] as const) {
      const run = snapshot(...args);
      expect([run.status, run.output]).toEqual([1, expect.stringContaining(message)]);
    }
    expect(snapshot('--version=1.1.0').status).toBe(0);
    expect(workspace.nx(['publish-index']).status).toBe(0);
    expect(versions()).toEqual(['1.0.0', '1.1.0']);
  });

  it('makes publish-index affected, and is the same from the command line', () => {
    workspace.commit('Snapshots');
    workspace.write({
      'snapshots/versions.json': workspace.read('snapshots/versions.json').replace('"1', '"9'),
    });
    expect(workspace.nx(['show', 'projects', '--affected', '--base=HEAD']).output).toContain(
      '@agent-skills/index',
    );
    const broken = workspace.nx(['publish-index']);
    expect([broken.status, broken.output]).toEqual([
      1,
      expect.stringContaining('publication/snapshot'),
    ]);
    workspace.git('checkout', '--quiet', '.');
    expect(workspace.nx(['publish-index']).status).toBe(0);
    const published = treeDigests(join(workspace.root, TREE));
    const cli = (...args: string[]) =>
      spawnSync(process.execPath, [join(installedPackage(), 'dist/cli.js'), ...args], {
        cwd: workspace.root,
        env: cleanEnv(),
        encoding: 'utf8',
      });
    expect(cli('build', '--origin', ORIGIN, '--out', 'tmp/out').status).toBe(0);
    expect(treeDigests(join(workspace.root, 'tmp/out'))).toEqual(published);
    expect(cli('snapshot', '1.2.0', '--out', 'tmp/out').stdout).toContain('0 of them new');
    expect(cli('snapshot', '1.2.0', '--out', 'tmp/out').stdout).toContain('frozen already');
    expect(cli('snapshot', '1.0.0', '--out', 'tmp/out').status).toBe(1);
    expect(cli('snapshot').status).toBe(2);
  });
});

(noOtherNodes ? describe.skip : describe)(
  noOtherNodes ? `skipped: ${noOtherNodes}` : 'the stock client',
  () => {
    let host: HttpsHost;
    beforeAll(async () => {
      host = await startHttpsHost();
    });
    afterAll(() => host.close());

    /** A workspace whose host has two releases, each of them a tag. */
    function twoReleases(): Workspace {
      const workspace = createWorkspace(files('First.'), { origin: host.origin });
      host.serve(join(workspace.root, TREE));
      for (const [version, text] of [
        ['1.0.0', 'First.'],
        ['2.0.0', 'Second.'],
      ] as const) {
        workspace.write(files(text));
        const run = workspace.nx([
          'run',
          '@agent-skills/index:snapshot',
          '--',
          `--version=${version}`,
        ]);
        expect([run.status, run.output]).toEqual([0, expect.anything()]);
        expect(workspace.nx(['publish-index']).status).toBe(0);
        workspace.commit(`Release ${version}`);
        workspace.git('tag', `v${version}`);
      }
      return workspace;
    }

    /** The files of a skill at a tag, by path. */
    const sourcesAt = (workspace: Workspace, tag: string) =>
      Object.fromEntries(
        workspace
          .git('ls-tree', '-r', '-z', '--name-only', `${tag}:skills/beta`)
          .split('\0')
          .filter((path) => path !== '')
          .map((path) => [path, workspace.git('show', `${tag}:skills/beta/${path}`)]),
      );

    /** The files in a folder, by path. */
    const installedIn = (folder: string) =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((path) => statSync(join(folder, path)).isFile())
          .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
      );

    /** Runs a command of a person; it must succeed. */
    async function run(machine: Machine, command: string): Promise<void> {
      const { status, output } = await machine.run(command);
      expect([status, output]).toEqual([0, expect.anything()]);
    }

    it('installs a release by its path while the index of today has moved on', async () => {
      const workspace = twoReleases();
      const machine = newMachine(host, installStockClient());
      const [first, second] = ['v1.0.0', 'v2.0.0'].map((tag) => sourcesAt(workspace, tag));
      expect(Object.keys(first ?? {})).toEqual(['SKILL.md', 'references/guide.md']);
      expect(first).not.toEqual(second);
      const install = async (path: string) => {
        const from = `${host.origin}/agent-skills${path}`;
        await run(machine, `npx -y skills add ${from} --skill beta -a claude-code -g -y`);
        return installedIn(join(machine.home, '.claude/skills/beta'));
      };
      expect(await install('/v1.0.0')).toEqual(first);
      expect(await install('')).toEqual(second);
      expect(await install('/v2.0.0')).toEqual(second);
      expect(await install('/v1.0.0')).toEqual(first);
    });

    it('goes back to a release with what its own lock file says', async () => {
      const workspace = twoReleases();
      const machine = newMachine(host, installStockClient());
      const project = join(machine.home, 'project');
      mkdirSync(project);
      const lockFile = join(project, 'skills-lock.json');
      const inProject = (command: string) => run(machine, `cd project && npx -y skills ${command}`);
      const add = (version: string) =>
        inProject(`add ${host.origin}/agent-skills/v${version} --skill beta -a codex -y`);
      const installed = () => installedIn(join(project, '.agents/skills/beta'));
      await add('1.0.0');
      const lock = readFileSync(lockFile, 'utf8');
      expect(JSON.parse(lock).skills.beta).toMatchObject({
        sourceType: 'well-known',
        sourceUrl: `${host.origin}/agent-skills/v1.0.0`,
      });
      await add('2.0.0');
      expect(installed()).toEqual(sourcesAt(workspace, 'v2.0.0'));
      // As a checkout of the earlier commit of the project does.
      writeFileSync(lockFile, lock);
      await inProject('experimental_install');
      expect(installed()).toEqual(sourcesAt(workspace, 'v1.0.0'));
    });

    it('has no command for the lock of a user, whose url brings the release back all the same', async () => {
      const workspace = twoReleases();
      const machine = newMachine(host, installStockClient());
      const add = (from: string) =>
        run(machine, `npx -y skills add ${from} --skill beta -a claude-code -g -y`);
      const installed = () => installedIn(join(machine.home, '.claude/skills/beta'));
      const lockFile = join(machine.home, '.agents/.skill-lock.json');
      await add(`${host.origin}/agent-skills/v1.0.0`);
      const lock = readFileSync(lockFile, 'utf8');
      await add(`${host.origin}/agent-skills/v2.0.0`);
      writeFileSync(lockFile, lock);
      const { output } = await machine.run('npx -y skills experimental_install');
      expect(output).toContain('No project skills found');
      expect(installed()).toEqual(sourcesAt(workspace, 'v2.0.0'));
      await add(JSON.parse(lock).skills.beta.sourceBaseUrl);
      expect(installed()).toEqual(sourcesAt(workspace, 'v1.0.0'));
    });
  },
);
