import { readYaml } from './read-yaml';

const FILE = 'skills/menu-plan/SKILL.md';

const read = (yaml: string) =>
  readYaml({ yaml: `${yaml}\n`, yamlLine: 2, body: '', bodyLine: 9 }, FILE);

describe('readYaml', () => {
  it('gives every key with its value and place in the file', () => {
    const { entries, findings } = read('name: a\n# comment\n"description": >-\n  two\n  words');
    expect(findings).toEqual([]);
    expect(entries.get('name')).toMatchObject({ value: 'a', line: 2, column: 1 });
    expect(entries.get('description')).toMatchObject({ value: 'two words', line: 4 });
  });

  it('keeps what stood in the file beside what YAML makes of it', () => {
    expect(read('version: 1.10').entries.get('version')).toMatchObject({
      value: 1.1,
      source: '1.10',
    });
  });

  it('tells what a comment cut off a plain value, and only there', () => {
    const { entries } = read('a: Work on issue #12 now\nb: "x #1"\nc: x#1\n# d');
    expect(entries.get('a')).toMatchObject({ value: 'Work on issue', lostToComment: '#12 now' });
    expect(entries.get('b')?.lostToComment).toBeUndefined();
    expect(entries.get('c')?.lostToComment).toBeUndefined();
  });

  it.each<[yaml: string, code: string, line: number, sign: string]>([
    ['name: a\ndescription: **Plans menus** for a week.', 'frontmatter/alias', 3, '"*"'],
    ['name: a\ndescription: &anchor Plans.', 'frontmatter/alias', 3, '"&"'],
    ['name: a\ndescription: !important Plans.', 'frontmatter/tag', 3, '"!"'],
    ['name: a\ndescription: !!str Plans.', 'frontmatter/tag', 3, '"!"'],
    ['name: !!js/function f', 'frontmatter/tag', 2, '"!"'],
    ['name: a\nmeta:\n  <<: {b: c}', 'frontmatter/alias', 4, '<<'],
  ])('refuses %j', (yaml, code, line, sign) => {
    const { entries, findings } = read(yaml);
    expect(entries.size).toBe(0);
    expect(findings[0]).toMatchObject({ code, severity: 'error', line });
    expect(findings[0]?.message).toContain(sign);
    expect(findings[0]?.fix).toContain('quotes');
  });

  it('names the key whose value it refuses', () => {
    const { findings } = read('name: *a\ndescription: !b c');
    expect(findings.map(({ field }) => field)).toEqual(['name', 'description']);
  });

  it('is not confused by keys of JavaScript or by keys that are no text', () => {
    const { entries } = read('__proto__: x\nconstructor: y\n1: z\n[a]: b');
    expect([...entries.keys()]).toEqual(['__proto__', 'constructor', '1']);
  });
});
