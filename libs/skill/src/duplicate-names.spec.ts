import { checkDuplicateNames } from './duplicate-names';

describe('checkDuplicateNames', () => {
  it('has nothing to say of different names', () => {
    expect(checkDuplicateNames([])).toEqual([]);
    expect(
      checkDuplicateNames([
        { name: 'a', file: 'skills/a/SKILL.md' },
        { name: 'b', file: 'skills/b/SKILL.md' },
      ]),
    ).toEqual([]);
  });

  it('names all files at every skill but the first', () => {
    const findings = checkDuplicateNames([
      { name: 'nav', file: 'skills/a/SKILL.md', line: 2 },
      { name: 'other', file: 'skills/b/SKILL.md', line: 2 },
      { name: 'nav', file: 'skills/c/SKILL.md', line: 3 },
      { name: 'nav', file: 'skills/d/SKILL.md' },
    ]);
    expect(findings).toMatchObject([
      {
        code: 'name/duplicate',
        severity: 'error',
        file: 'skills/c/SKILL.md',
        line: 3,
        field: 'name',
      },
      { code: 'name/duplicate', file: 'skills/d/SKILL.md' },
    ]);
    for (const { message } of findings) {
      expect(message).toBe(
        'The name "nav" is used by skills/a/SKILL.md and skills/c/SKILL.md and skills/d/SKILL.md.',
      );
    }
  });
});
