import { legacyFilePath, serializeLegacyIndex, unservableLegacyFile } from './legacy-index';

it('lists the files of every skill, SKILL.md first', () => {
  const text = serializeLegacyIndex([
    { name: 'b', description: 'B.', files: ['SKILL.md'] },
    { name: 'a', description: 'A.', files: ['LICENSE', 'SKILL.md', 'scripts/x.sh'] },
  ]);
  expect(text).toMatch(/^\{\n {2}"skills": \[\n/);
  expect(text).toMatch(/\}\n$/);
  expect(JSON.parse(text)).toEqual({
    skills: [
      { name: 'a', description: 'A.', files: ['SKILL.md', 'LICENSE', 'scripts/x.sh'] },
      { name: 'b', description: 'B.', files: ['SKILL.md'] },
    ],
  });
});

it('places files where clients look for them', () => {
  expect(legacyFilePath('a', 'scripts/x.sh')).toBe('.well-known/skills/a/scripts/x.sh');
});

it.each(['notes..md', 'c#.md', 'why?.md', '100%.md'])(
  'finds that %s cannot be asked for',
  (path) => {
    expect(unservableLegacyFile(['SKILL.md', path])).toBe(path);
    expect(unservableLegacyFile(['SKILL.md', 'a b/ü.md', '.hidden'])).toBeUndefined();
  },
);
