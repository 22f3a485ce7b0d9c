import { findSkills, isPattern, normalizeFolder, prefixes } from './find-skills';

const find = (folders: string[], roots = ['skills'], exclude: string[] = []) =>
  findSkills(
    folders.map((folder) => `${folder}/SKILL.md`),
    { roots, exclude },
  );

/** `path` for a skill, `path (bundle)` and `path (bundle without SKILL.md)`. */
const found = (...args: Parameters<typeof find>) =>
  find(...args).skills.map(({ path, isBundle, hasSkillMd }) =>
    isBundle ? `${path} (bundle${hasSkillMd ? '' : ' without SKILL.md'})` : path,
  );

describe('findSkills', () => {
  it('finds skills at any depth; a category folder is nothing itself', () => {
    const folders = ['skills/plain', 'skills/finance/taxes', 'skills/finance/eu/vat'];
    expect(found(folders)).toEqual([
      'skills/finance/eu/vat',
      'skills/finance/taxes',
      'skills/plain',
    ]);
  });

  it('leaves all outside the roots alone', () => {
    expect(found(['docs/a', 'skills-old/a', 'packages/skills/a', '.'])).toEqual([]);
  });

  it('takes a folder with a skills/ folder for a bundle, with or without SKILL.md', () => {
    expect(found(['skills/cloud/skills/deploy', 'skills/cloud/skills/eu/logs'])).toEqual([
      'skills/cloud (bundle without SKILL.md)',
      'skills/cloud/skills/deploy',
      'skills/cloud/skills/eu/logs',
    ]);
    expect(found(['skills/suite', 'skills/suite/skills/fix'])).toEqual([
      'skills/suite (bundle)',
      'skills/suite/skills/fix',
    ]);
  });

  it('finds a bundle within a bundle', () => {
    expect(found(['skills/a/skills/b/skills/c', 'skills/a/skills/b'])).toEqual([
      'skills/a (bundle without SKILL.md)',
      'skills/a/skills/b (bundle)',
      'skills/a/skills/b/skills/c',
    ]);
  });

  it('takes a SKILL.md inside a skill for its content', () => {
    const folders = ['skills/maker', 'skills/maker/assets/template', 'skills/maker/my-skills/x'];
    expect(found(folders)).toEqual(['skills/maker']);
    expect(found([...folders, 'skills/maker/assets/kit/skills/y'])).toEqual(['skills/maker']);
  });

  it('takes a template in a nested skill for that skill’s content', () => {
    expect(found(['skills/a', 'skills/a/skills/b', 'skills/a/skills/b/assets/t'])).toEqual([
      'skills/a (bundle)',
      'skills/a/skills/b',
    ]);
  });

  it('searches several roots, and overlapping ones once', () => {
    const folders = ['skills/a', 'tools/skills/b', 'skills/cloud/skills/c'];
    expect(found(folders, ['tools/skills', 'skills'])).toEqual([
      'skills/a',
      'skills/cloud (bundle without SKILL.md)',
      'skills/cloud/skills/c',
      'tools/skills/b',
    ]);
    expect(found(folders, ['skills', 'skills/cloud/skills', 'tools/skills'])).toEqual(
      found(folders, ['tools/skills', 'skills']),
    );
    expect(found(folders, ['skills/cloud/skills'])).toEqual(['skills/cloud/skills/c']);
  });

  it('does not take the folder around a root for a bundle', () => {
    expect(found(['packages/kit/skills/a'], ['packages/kit/skills'])).toEqual([
      'packages/kit/skills/a',
    ]);
    expect(found(['skills/skills/a'])).toEqual(['skills/skills/a']);
  });

  it('takes globs as roots', () => {
    const folders = ['packages/ui/skills/a', 'packages/api/skills/b', 'skills/c', '.kit/skills/d'];
    expect(found(folders, ['packages/*/skills'])).toEqual([
      'packages/api/skills/b',
      'packages/ui/skills/a',
    ]);
    expect(found(folders, ['**/skills'])).toHaveLength(4);
    expect(found(['packages/(new) a/skills/x'], ['packages/*/skills'])).toHaveLength(1);
  });

  it('searches the whole workspace under the root "."', () => {
    expect(found(['a', 'docs/b', 'kit/skills/c'], ['.'])).toEqual([
      'a',
      'docs/b',
      'kit (bundle without SKILL.md)',
      'kit/skills/c',
    ]);
  });

  it('reads ./ and a final / as what they mean', () => {
    expect(found(['skills/a', 'skills/b'], ['./skills/'], ['./skills/b/'])).toEqual(['skills/a']);
  });

  it('excludes folders with all below them', () => {
    const folders = ['skills/a', 'skills/old/b', 'skills/old/c/skills/d', 'skills/.tmp/e'];
    expect(found(folders, ['skills'], ['skills/old', '**/.tmp'])).toEqual(['skills/a']);
    expect(found(folders, ['skills'], ['skills/old/**', 'skills/*/e'])).toEqual(['skills/a']);
    expect(found(folders, ['skills'], ['old'])).toHaveLength(5);
  });

  it('does not let an excluded skill hide or bundle others', () => {
    expect(found(['skills/a', 'skills/a/skills/b'], ['skills'], ['skills/a/skills'])).toEqual([
      'skills/a',
    ]);
  });

  it('names a SKILL.md that lies in a root itself', () => {
    expect(find(['skills', 'skills/a'])).toEqual({
      skills: [{ path: 'skills/a', isBundle: false, hasSkillMd: true }],
      inRoot: ['skills/SKILL.md'],
    });
    expect(find(['kits', 'Skills', 'apps'], ['kits', 'apps', 'Skills']).inRoot).toEqual([
      'Skills/SKILL.md',
      'apps/SKILL.md',
      'kits/SKILL.md',
    ]);
    expect(findSkills(['SKILL.md', 'a/SKILL.md'], { roots: ['.'], exclude: [] }).inRoot).toEqual([
      'SKILL.md',
    ]);
  });

  it('sorts by bytes', () => {
    const folders = ['skills/\uff5e', 'skills/\u{1f600}', 'skills/a-b', 'skills/a/b', 'skills/B'];
    expect(found(folders)).toEqual([
      'skills/B',
      'skills/a-b',
      'skills/a/b',
      'skills/\uff5e',
      'skills/\u{1f600}',
    ]);
  });
});

describe('paths', () => {
  it('prefixes', () => {
    expect(prefixes('a/b/c')).toEqual(['a', 'a/b', 'a/b/c']);
  });

  it.each([
    ['./skills', 'skills'],
    ['skills//', 'skills'],
    ['./', '.'],
    ['.', '.'],
    ['.kit/a', '.kit/a'],
  ])('normalizeFolder of %s', (folder, normal) => {
    expect(normalizeFolder(folder)).toBe(normal);
  });

  it.each([
    ['skills', false],
    ['.agents/skills', false],
    ['packages/*/skills', true],
    ['{a,b}/skills', true],
  ])('isPattern of %s', (root, expected) => {
    expect(isPattern(root)).toBe(expected);
  });
});
