import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { previousOfRevision } from './previous';
import { publish } from './publish';
import { buildSkills, buildWorkspace, skillMd, thrownBy } from './testing/built-workspace';
import { commitAll, git } from './testing/git-repository';

const OPTIONS = { settings: { strict: false, rules: {} }, bundleSlugs: {} };

const previousAt = (root: string, roots = ['skills'], exclude: string[] = []) =>
  previousOfRevision('git:v1', root, 'v1', { roots, exclude }, OPTIONS);

describe('what a revision would have published', () => {
  it('tells a bundle from a skill of the same name', () => {
    const { root, options } = buildWorkspace({
      'skills/cloud/skills/logs/SKILL.md': skillMd('cloud-logs'),
      'skills/storage/SKILL.md': skillMd('cloud'),
    });
    commitAll(root, 'v1');
    const previous = previousAt(root);
    expect(previous.skills.map(({ name, file }) => [name, file])).toEqual([
      ['cloud', 'agent-skills/cloud-bundle.tar.gz'],
      ['cloud-logs', 'agent-skills/cloud-logs/SKILL.md'],
      ['cloud', 'agent-skills/cloud/SKILL.md'],
    ]);
    writeFileSync(join(root, 'skills/storage/SKILL.md'), skillMd('cloud', 'Second.'));
    const { changes } = publish(buildSkills(root), [], { ...options, previous });
    expect(changes).toMatchObject({ added: [], removed: [], unchanged: 2 });
    expect(changes.changed.map(({ name, before }) => [name, before])).toEqual([
      ['cloud', previous.skills[2]?.digest],
    ]);
  });
});

describe('a revision with a submodule', () => {
  const root = writeTree({ 'skills/alpha/SKILL.md': skillMd('alpha') });

  beforeAll(() => {
    const other = writeTree({ 'skills/beta/SKILL.md': skillMd('beta') });
    commitAll(other, 'v1');
    git(root, 'init', '--quiet');
    for (const path of ['skills/beta', 'packages/x']) {
      git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, path);
    }
    commitAll(root, 'v1');
  });

  it.each([
    ['skills', 'skills/beta'],
    ['.', '"packages/x", "skills/beta"'],
    ['packages/*/skills', 'packages/x'],
    ['packages/x/skills', 'packages/x'],
    ['**/skills', 'packages/x'],
  ])('is refused when skills are looked for in it, below the root %s', (searched, told) => {
    const error = thrownBy(() => previousAt(root, [searched]));
    expect([error.code, error.message]).toEqual([
      'publication/git',
      expect.stringContaining('In "v1" these are submodules'),
    ]);
    expect(error.message).toContain(told);
  });

  it('is compared with where no skills are looked for in it', () => {
    expect(previousAt(root, ['skills'], ['skills/beta']).skills).toMatchObject([{ name: 'alpha' }]);
    expect(previousAt(root, ['packages/y/skills']).skills).toEqual([]);
  });
});
