import { join } from 'node:path';
import { cloneOnto } from './testing/machine';
import { readPublished } from './testing/read-published';
import { treeDigests } from './testing/tree-digests';
import { createWorkspace, type NxRun, skillMd, type Workspace } from './testing/workspace';

// Else every daemon brings the latest Nx from npm, by processes that may outlive it.
const DAEMON = { NX_DAEMON: 'true', CI: 'false', NX_USE_LOCAL: 'true' };
const TREE = 'dist/agent-skills';

const single = (name: string) => `agent-skills/${name}/SKILL.md`;
const archive = (name: string) => `agent-skills/${name}.tar.gz`;

describe('with the daemon of Nx', () => {
  let workspace: Workspace;

  const publish = (): NxRun => {
    const run = workspace.nx(['publish-index'], DAEMON);
    expect([run.output, run.status]).toEqual([expect.stringContaining('published to'), 0]);
    return run;
  };
  const published = () => {
    publish();
    return readPublished(join(workspace.root, TREE));
  };
  const digests = () => treeDigests(join(workspace.root, TREE));
  const skill = (name: string) => workspace.read(`${TREE}/${single(name)}`);

  /** Commits, and publishes what a fresh clone has, without a daemon. */
  const digestsOfClone = () => {
    workspace.commit('Go on');
    const clone = cloneOnto(workspace);
    expect(clone.nx(['publish-index'])).toMatchObject({ status: 0 });
    return treeDigests(join(clone.root, TREE));
  };

  beforeAll(() => {
    workspace = createWorkspace({
      '.gitignore': 'node_modules\ndist\n.nx\n*.draft.md\n',
      'skills/edited/SKILL.md': skillMd('edited', 'Zero'),
      'skills/grown/SKILL.md': skillMd('grown'),
      'skills/moved/SKILL.md': skillMd('moved'),
      'skills/moved/notes.md': 'Notes.\n',
      'skills/removed/SKILL.md': skillMd('removed'),
      'skills/renamed/SKILL.md': skillMd('renamed'),
      'skills/suite/SKILL.md': skillMd('suite'),
    });
    publish();
  });

  afterAll(() => {
    workspace.nx(['daemon', '--stop'], DAEMON);
  });

  it('publishes edits of the same length at once after a publication, and takes them back', () => {
    workspace.write({ 'skills/edited/SKILL.md': skillMd('edited', 'Once') });
    publish();
    expect(skill('edited')).toBe(skillMd('edited', 'Once'));
    workspace.commit('Edit');
    workspace.write({ 'skills/edited/SKILL.md': skillMd('edited', 'Then') });
    publish();
    expect(skill('edited')).toBe(skillMd('edited', 'Then'));
    workspace.git('stash');
    publish();
    expect(skill('edited')).toBe(skillMd('edited', 'Once'));
  });

  it('follows skills that are renamed, moved to another folder, and deleted', () => {
    const kept = ['edited', 'grown', 'suite'].map(single);
    const before = digests()[archive('moved')];
    workspace.git('mv', 'skills/renamed', 'skills/new-name');
    workspace.write({ 'skills/new-name/SKILL.md': skillMd('new-name') });
    const renamed = [...kept, single('new-name'), single('removed'), archive('moved')];
    expect(Object.keys(published()).sort()).toEqual(renamed.sort());
    workspace.write({ 'skills/tools/.keep': '' });
    workspace.git('mv', 'skills/moved', 'skills/tools/moved');
    expect(Object.keys(published()).sort()).toEqual(renamed);
    expect(digests()[archive('moved')]).toBe(before);
    workspace.write({ 'skills/removed': null });
    expect(Object.keys(published()).sort()).toEqual(
      [...kept, single('new-name'), archive('moved')].sort(),
    );
  });

  it('follows skills that change their shape or their frontmatter, there and back', () => {
    const before = digests();
    workspace.write({
      'skills/edited/SKILL.md': skillMd('edited', 'Once').replace('Does', 'Docs'),
      'skills/grown/notes.md': 'Notes.\n',
      'skills/suite/skills/part/SKILL.md': skillMd('part'),
    });
    expect(Object.keys(published()).sort()).toEqual(
      [single('edited'), single('new-name'), single('part'), 'agent-skills/suite-bundle.tar.gz']
        .concat(archive('grown'), archive('moved'))
        .sort(),
    );
    expect(workspace.read(`${TREE}/.well-known/agent-skills/index.json`)).toContain('Docs edited');
    expect(digests()).toEqual(digestsOfClone());
    workspace.write({
      'skills/edited/SKILL.md': skillMd('edited', 'Once'),
      'skills/grown/notes.md': null,
      'skills/suite/skills': null,
    });
    publish();
    expect(digests()).toEqual(before);
  });

  it('follows a switch to a branch with other skills and ignored files, there and back', () => {
    const begin = digests();
    workspace.commit('Back');
    workspace.git('switch', '--quiet', '--create', 'other');
    workspace.git('mv', 'skills/tools/moved', 'skills/moved');
    workspace.write({ 'skills/moved/plan.draft.md': 'A plan.\n' });
    expect(Object.keys(published()[archive('moved')] ?? {})).not.toContain('plan.draft.md');
    workspace.write({
      '.gitignore': 'node_modules\ndist\n.nx\n',
      'skills/edited/SKILL.md': skillMd('edited', 'Else'),
      'skills/grown': null,
      'skills/suite/notes.md': 'Notes.\n',
      ...Object.fromEntries(
        ['x', 'y', 'z'].map((name) => [`skills/${name}/SKILL.md`, skillMd(name)]),
      ),
    });
    expect(Object.keys(published()[archive('moved')] ?? {})).toContain('plan.draft.md');
    const other = digests();
    expect(other).toEqual(digestsOfClone());
    workspace.git('switch', '--quiet', 'main');
    publish();
    expect(digests()).toEqual(begin);
    workspace.git('switch', '--quiet', 'other');
    expect(publish().ran).toEqual([
      '@agent-skills/index:publish-index',
      '@agent-skills/index:validate',
    ]);
    expect(digests()).toEqual(other);
  });
});
