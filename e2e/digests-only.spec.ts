import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { verifyTree } from '@nx-agent-skills/publication';
import { cleanEnv } from './testing/clean-env';
import { installedPackage } from './testing/install-package';
import { treeDigests } from './testing/tree-digests';
import { createWorkspace, ORIGIN, skillMd, type Workspace } from './testing/workspace';

const TREE = 'dist/agent-skills';

describe('releases without their artifacts', () => {
  let workspace: Workspace;
  beforeAll(() => {
    workspace = createWorkspace(
      { 'skills/alpha/SKILL.md': skillMd('alpha', 'First.') },
      { snapshotArtifacts: 'rebuilt', snapshotTag: 'skills-{version}' },
    );
  });

  const cli = (...args: string[]) =>
    spawnSync(process.execPath, [join(installedPackage(), 'dist/cli.js'), ...args], {
      cwd: workspace.root,
      env: cleanEnv(),
      encoding: 'utf8',
    });

  it('are frozen, tagged, and built again by whoever has the tag', () => {
    workspace.write({ 'skills/alpha/SKILL.md': skillMd('alpha', 'Second.') });
    const run = workspace.nx(['run', '@agent-skills/index:snapshot', '--', '--version=1.0.0']);
    expect([run.status, run.output]).toEqual([
      0,
      expect.stringMatching(
        /1 skills frozen as 1\.0\.0 in snapshots, by their digests alone[\s\S]*The last commit does not give these as they were frozen: alpha\./,
      ),
    ]);
    expect(readdirSync(join(workspace.root, 'snapshots')).sort()).toEqual([
      'v1.0.0',
      'versions.json',
    ]);
    workspace.commit('Release 1.0.0');
    workspace.git('tag', 'skills-1.0.0');
    workspace.write({ 'skills/alpha/SKILL.md': skillMd('alpha', 'Third.') });
    rmSync(join(workspace.root, 'dist'), { recursive: true });
    expect(workspace.nx(['publish-index']).status).toBe(0);
    verifyTree(join(workspace.root, TREE));
    expect(workspace.read(`${TREE}/agent-skills/v1.0.0/alpha/SKILL.md`)).toContain('Second.');
  });

  it('are the same from the command line, which is to be told', () => {
    const published = treeDigests(join(workspace.root, TREE));
    const build = (...args: string[]) =>
      cli('build', '--origin', ORIGIN, '--out', 'tmp/out', '--snapshot-tag', ...args);
    expect(build('skills-{version}', '--digests-only').status).toBe(0);
    expect(treeDigests(join(workspace.root, 'tmp/out'))).toEqual(published);
    const untold = build('skills-{version}');
    expect([untold.status, untold.stderr]).toEqual([
      1,
      expect.stringContaining('snapshotArtifacts is not "rebuilt" (--digests-only)'),
    ]);
    rmSync(join(workspace.root, 'tmp/out-build'), { recursive: true });
    const untagged = build('other-{version}', '--digests-only');
    expect([untagged.status, untagged.stderr]).toEqual([
      1,
      expect.stringContaining('it cannot be built from refs/tags/other-1.0.0'),
    ]);
  });

  it('are completed by a snapshot that stores artifacts', () => {
    const args = ['--out', 'tmp/out', '--snapshot-tag', 'skills-{version}'];
    expect(cli('snapshot', '1.1.0', ...args).stdout).toContain('2 of them new');
    workspace.git('tag', '--delete', 'skills-1.0.0');
    expect(cli('build', '--origin', ORIGIN, '--out', 'tmp/out').status).toBe(0);
    expect(workspace.read('tmp/out/agent-skills/v1.0.0/alpha/SKILL.md')).toContain('Second.');
  });

  it('are not frozen into another folder of ours, or for a host that only this machine has', () => {
    const inside = cli('snapshot', '1.2.0', '--out', 'tmp/out', '--snapshots', 'tmp/out/releases');
    expect([inside.status, inside.stderr]).toEqual([
      2,
      expect.stringContaining('--snapshots: received "tmp/out/releases", which must lie beside'),
    ]);
    const local = ['--origin', 'http://localhost:4173', '--out', 'tmp/local', '--preview'];
    expect(cli('build', ...local, '--snapshots', 'tmp/none').status).toBe(0);
    const freeze = ['snapshot', '1.2.0', '--out', 'tmp/local', '--snapshots', 'tmp/none'];
    const refused = cli(...freeze);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('published at http://localhost:4173'),
    ]);
    expect(cli(...freeze, '--preview').status).toBe(0);
  });
});
