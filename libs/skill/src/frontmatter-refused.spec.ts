import { formatFinding } from './finding';
import { readFrontmatter } from './read-frontmatter';

const read = (folder: string, frontmatter: string, body = '\n# Steps\n') =>
  readFrontmatter(Buffer.from(`---\n${frontmatter}\n---\n${body}`), `skills/${folder}/SKILL.md`);

const NAME_64 = `a${'-bcdefg'.repeat(9)}`;

describe('frontmatter that is refused', () => {
  type Refused = [
    title: string,
    folder: string,
    yaml: string,
    code: string,
    field: string,
    line: number | undefined,
    mentions: string[],
  ];
  it.each<Refused>([
    [
      'no name',
      'hand-over',
      'description: d',
      'frontmatter/missing-key',
      'name',
      undefined,
      ['name: hand-over'],
    ],
    [
      'no name in a folder that is a number',
      '8004',
      'description: d',
      'frontmatter/missing-key',
      'name',
      undefined,
      ['name: "8004"'],
    ],
    [
      'no description',
      'x',
      'name: x',
      'frontmatter/missing-key',
      'description',
      undefined,
      ['description'],
    ],
    [
      'Name for name',
      'x',
      'Name: x\ndescription: d',
      'frontmatter/missing-key',
      'name',
      2,
      ['"Name"', 'name in lower case'],
    ],
    [
      'Description for description',
      'x',
      'name: x\nDescription: d',
      'frontmatter/missing-key',
      'description',
      3,
      ['"Description"', 'lower case'],
    ],
    [
      'a list',
      'x',
      'name: x\ndescription:\n  - a',
      'frontmatter/not-a-string',
      'description',
      3,
      ['a list', '|'],
    ],
    [
      'a mapping',
      'x',
      'name: x\ndescription:\n  a: b',
      'frontmatter/not-a-string',
      'description',
      3,
      ['a mapping'],
    ],
    [
      'a number',
      'x',
      'name: x\ndescription: 12345',
      'frontmatter/not-a-string',
      'description',
      3,
      ['a number', '"12345"'],
    ],
    [
      'no value',
      'x',
      'name: x\ndescription:\nlicense: MIT',
      'description/empty',
      'description',
      3,
      ['empty'],
    ],
    [
      'empty quotes',
      'x',
      'name: x\ndescription: ""',
      'description/empty',
      'description',
      3,
      ['empty'],
    ],
    [
      'only blanks',
      'x',
      'name: x\ndescription: "  \\n \\t "',
      'description/empty',
      'description',
      3,
      ['empty'],
    ],
    [
      '1025 characters',
      'x',
      `name: x\ndescription: ${'x'.repeat(1025)}`,
      'description/too-long',
      'description',
      3,
      ['1025', '1024'],
    ],
    [
      'an empty name',
      'my-x',
      'name:\ndescription: d',
      'frontmatter/not-a-string',
      'name',
      2,
      ['empty', 'name: my-x'],
    ],
    [
      '65 characters',
      `a${NAME_64}`,
      `name: a${NAME_64}\ndescription: d`,
      'name/too-long',
      'name',
      2,
      ['65', '64'],
    ],
    [
      'a title as name',
      'pdf-tools',
      'name: PDF Tools\ndescription: d',
      'name/invalid',
      'name',
      2,
      ['PDF Tools', 'pdf-tools'],
    ],
  ])('%s', (_, folder, yaml, code, field, line, mentions) => {
    const { frontmatter, findings } = read(folder, yaml);
    expect(frontmatter).toBeUndefined();
    expect(findings.map((each) => each.code)).toEqual([code]);
    expect(findings[0]).toMatchObject({ severity: 'error', field });
    expect(findings[0]?.line).toBe(line);
    for (const words of mentions) expect(formatFinding(findings[0] as never)).toContain(words);
  });

  it('has all its faults named in one go', () => {
    const codes = read('x', 'Name: x\ndescription: ""', '').findings.map(({ code }) => code);
    expect(codes.sort()).toEqual(['body/empty', 'description/empty', 'frontmatter/missing-key']);
  });

  it('is refused in the same words every time', () => {
    const bad = 'name: alpha\ndescription: Use when: you need it';
    const first = read('alpha', bad);
    expect(first.findings).toMatchObject([{ code: 'frontmatter/invalid-yaml', line: 3 }]);
    expect(read('alpha', bad)).toEqual(first);
    expect(read('alpha', bad)).toEqual(first);
  });
});
