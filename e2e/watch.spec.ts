import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesOf, type NxWatch, startWatch } from './testing/nx-watch';
import { REPOSITORY } from './testing/packed-plugin';
import { untilQuiet } from './testing/process-group';
import { readPublished } from './testing/read-published';
import { createWorkspace, skillMd, type Workspace } from './testing/workspace';

// Else every daemon brings the latest Nx from npm, by processes that may outlive it.
const DAEMON = { NX_DAEMON: 'true', CI: 'false', NX_USE_LOCAL: 'true' };

/** The one command of the page that watches. */
const RECIPE =
  /^\$ (npx nx watch --all .*)$/m.exec(
    readFileSync(join(REPOSITORY, 'docs/desk.md'), 'utf8'),
  )?.[1] ?? '';

describe('the recipe with nx watch', () => {
  let workspace: Workspace;
  let watch: NxWatch;

  beforeAll(async () => {
    workspace = createWorkspace(
      { 'skills/a/SKILL.md': skillMd('a'), 'skills/b/SKILL.md': skillMd('b') },
      { roots: ['skills', 'teams/*/skills'] },
    );
    watch = await startWatch(workspace.root, RECIPE, DAEMON);
  });

  afterAll(async () => {
    await watch?.interrupt();
    workspace.nx(['daemon', '--stop'], DAEMON);
  });

  const untilPublished = (name: string, text: string) =>
    watch.until(() => {
      try {
        const skill = workspace.read(`dist/agent-skills/agent-skills/${name}/SKILL.md`);
        return skill.includes(text) || undefined;
      } catch {
        return undefined;
      }
    });

  it('publishes first, then after every change, and never because of what it has written', async () => {
    await untilPublished('b', 'How to b.');
    workspace.write({ 'skills/a/SKILL.md': skillMd('a', 'Edited once.') });
    await untilPublished('a', 'Edited once.');
    workspace.write({ 'skills/a/SKILL.md': skillMd('a', 'Edited twice.') });
    await untilPublished('a', 'Edited twice.');
    workspace.write({ 'skills/c/SKILL.md': skillMd('c') });
    await untilPublished('c', 'How to c.');
    workspace.write({ 'teams/x/skills/d/SKILL.md': skillMd('d') });
    await untilPublished('d', 'How to d.');
    // Files that a publication has written would stand before the change that came after it.
    expect(changesOf(watch)).toEqual([
      'skills/a/SKILL.md',
      'skills/c/SKILL.md',
      'teams/x/skills/d/SKILL.md',
    ]);
  });

  it('says what is wrong with a skill, keeps the tree, and goes on when it is mended', async () => {
    workspace.write({ 'skills/b/SKILL.md': 'no frontmatter' });
    await watch.until(() => watch.output().includes('frontmatter/missing') || undefined);
    expect(workspace.read('dist/agent-skills/agent-skills/b/SKILL.md')).toBe(skillMd('b'));
    workspace.write({ 'skills/b/SKILL.md': skillMd('b', 'Mended.') });
    await untilPublished('b', 'Mended.');
  });

  it('leaves a whole tree and, once the daemon is stopped, no process', async () => {
    await watch.interrupt();
    expect(Object.keys(readPublished(join(workspace.root, 'dist/agent-skills')))).toHaveLength(4);
    workspace.nx(['daemon', '--stop'], DAEMON);
    await untilQuiet(workspace.root);
  });
});
