import { formatFinding } from './finding';
import { checkSkillName, isSkillName, quoteSkillName, suggestSkillName } from './skill-name';

const NAME_64 = `a${'-bcdefg'.repeat(9)}`;

describe('isSkillName', () => {
  it.each(['a', '8', 'a1', 'pdf-tools', 'a-b-c', '404', NAME_64])('accepts %s', (name) => {
    expect(isSkillName(name)).toBe(true);
    expect(checkSkillName(name, 'SKILL.md', {})).toEqual([]);
  });

  it.each(['', '-a', 'a-', 'a--b', 'A', 'a_b', 'a.b', 'a b', 'a\n', 'ä', '\u0430', `${NAME_64}x`])(
    'refuses %j',
    (name) => {
      expect(isSkillName(name)).toBe(false);
    },
  );
});

describe('checkSkillName', () => {
  it.each<[name: string, mentions: string[]]>([
    ['PDF Tools', ['"PDF Tools"', 'upper-case', 'name: pdf-tools']],
    ['load_test', ['"load_test"', 'underscore', 'name: load-test']],
    ['upgrade-3.6', ['"upgrade-3.6"', 'dot', 'name: upgrade-3-6']],
    ['code--review', ['"code--review"', 'stand alone', 'name: code-review']],
    ['prompt-library-', ['"prompt-library-"', 'end with a hyphen', 'name: prompt-library']],
    ['-o', ['"-o"', 'begin or end with a hyphen', 'name: o']],
    ['会议纪要', ['"会议纪要"', 'a-z, 0-9 and single hyphens', 'Choose a name']],
    ['', ['it is empty']],
    ['4.0', ['name: "4-0"']],
  ])('says what is wrong with %j and what would be right', (name, mentions) => {
    const place = { line: 2, column: 1, field: 'name' };
    const findings = checkSkillName(name, 'skills/x/SKILL.md', place);
    expect(findings).toMatchObject([{ code: 'name/invalid', severity: 'error', ...place }]);
    const text = findings.map(formatFinding).join();
    for (const words of mentions) expect(text).toContain(words);
  });

  it('counts a name that is only too long', () => {
    const [fault, ...more] = checkSkillName(`a${NAME_64}`, 'SKILL.md', { field: 'name', line: 2 });
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ code: 'name/too-long', field: 'name', line: 2 });
    expect(fault?.message).toBe('The name has 65 characters, at most 64 are allowed.');
  });

  it('does not repeat a very long name', () => {
    const [fault] = checkSkillName('X'.repeat(60_000), 'SKILL.md', {});
    expect(formatFinding(fault as never).length).toBeLessThan(500);
  });
});

describe('suggestSkillName', () => {
  it.each([
    ['PDF Tools', 'pdf-tools'],
    ['emailCheck', 'email-check'],
    ['Überblick', 'uberblick'],
    ['__a  b__', 'a-b'],
    ['会议纪要', ''],
    ['---', ''],
    [`${'a'.repeat(63)}-b`, 'a'.repeat(63)],
  ])('of %j is %j', (name, suggestion) => {
    expect(suggestSkillName(name)).toBe(suggestion);
    if (suggestion) expect(isSkillName(suggestion)).toBe(true);
  });
});

describe('quoteSkillName', () => {
  it.each(['8004', '1e3', '2024-01-01', '0x1f', 'true', 'null', 'no', 'y'])('quotes %s', (name) => {
    expect(quoteSkillName(name)).toBe(`"${name}"`);
  });

  it.each(['truth', 'a1', 'now', ''])('leaves %j as it is', (name) => {
    expect(quoteSkillName(name)).toBe(name);
  });
});
