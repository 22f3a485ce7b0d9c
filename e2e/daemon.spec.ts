import { spawnSync } from 'node:child_process';
import { createWorkspace, NX_BIN, nxEnv, skillMd, type Workspace } from './testing/workspace';

describe('with the daemon of Nx', () => {
  let workspace: Workspace;

  const names = () =>
    JSON.parse(workspace.read('dist/agent-skills/.well-known/agent-skills/index.json')).skills.map(
      ({ name }: { name: string }) => name,
    );
  const publish = () => {
    const run = workspace.nx(['publish-index'], { NX_DAEMON: 'true', CI: 'false' });
    expect([run.output, run.status]).toEqual([expect.stringContaining('published to'), 0]);
    return names();
  };

  beforeAll(() => {
    workspace = createWorkspace({
      'skills/a/SKILL.md': skillMd('a'),
      'skills/b/SKILL.md': skillMd('b'),
    });
  });

  afterAll(() => {
    spawnSync(process.execPath, [NX_BIN, 'daemon', '--stop'], {
      cwd: workspace.root,
      env: nxEnv(workspace.root, { NX_DAEMON: 'true' }),
    });
  });

  it('publishes what lies on disk after every change', () => {
    expect(publish()).toEqual(['a', 'b']);
    workspace.write({ 'skills/c/SKILL.md': skillMd('c') });
    expect(publish()).toEqual(['a', 'b', 'c']);
    workspace.git('mv', 'skills/b', 'skills/d');
    workspace.write({ 'skills/d/SKILL.md': skillMd('d') });
    expect(publish()).toEqual(['a', 'c', 'd']);
    workspace.write({ 'skills/a': null });
    expect(publish()).toEqual(['c', 'd']);
    workspace.write({ 'skills/c/SKILL.md': skillMd('c', 'Edited.') });
    publish();
    expect(workspace.read('dist/agent-skills/agent-skills/c/SKILL.md')).toContain('Edited.');
  });
});
