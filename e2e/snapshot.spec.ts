import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyTree } from '@nx-agent-skills/publication';
import { cleanEnv } from './testing/clean-env';
import { type HttpsHost, startHttpsHost } from './testing/https-host';
import { installedPackage } from './testing/install-package';
import { noOtherNodes } from './testing/node-versions';
import { installStockClient, newMachine } from './testing/stock-client';
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

    it('installs a release by its path while the index of today has moved on', async () => {
      const workspace = createWorkspace(files('First.'), { origin: host.origin });
      host.serve(join(workspace.root, TREE));
      const release = (version: string) => {
        const run = workspace.nx([
          'run',
          '@agent-skills/index:snapshot',
          '--',
          `--version=${version}`,
        ]);
        expect([run.status, run.output]).toEqual([0, expect.anything()]);
        expect(workspace.nx(['publish-index']).status).toBe(0);
      };
      release('1.0.0');
      workspace.write(files('Second.'));
      release('2.0.0');
      const machine = newMachine(host, installStockClient());
      const install = async (path: string) => {
        const command = `npx -y skills add ${host.origin}/agent-skills${path} --skill beta -a claude-code -g -y`;
        const run = await machine.run(command);
        expect([run.status, run.output]).toEqual([0, expect.anything()]);
        const skill = join(machine.home, '.claude/skills/beta');
        return [
          readFileSync(join(skill, 'SKILL.md'), 'utf8'),
          readFileSync(join(skill, 'references/guide.md'), 'utf8'),
        ];
      };
      const source = (text: string) => [files(text)['skills/beta/SKILL.md'], files(text)[GUIDE]];
      expect(await install('/v1.0.0')).toEqual(source('First.'));
      expect(await install('')).toEqual(source('Second.'));
      expect(await install('/v2.0.0')).toEqual(source('Second.'));
      expect(await install('/v1.0.0')).toEqual(source('First.'));
    });
  },
);
