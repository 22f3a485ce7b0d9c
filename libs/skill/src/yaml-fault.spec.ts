import { formatFinding } from './finding';
import { readFrontmatter } from './read-frontmatter';

const FILE = 'skills/plan/SKILL.md';

const findingsOf = (yaml: string) =>
  readFrontmatter(Buffer.from(`---\n${yaml}\n---\n\n# Steps\n`), FILE).findings;

type Fault = [title: string, yaml: string, line: number, field: string, mentions: string[]];

const FAULTS: Fault[] = [
  [
    'a colon in a plain value',
    'name: plan\ndescription: Write notes: group them. Use before a release.',
    3,
    'description',
    ['colon', 'in quotes', 'Write notes: group them.'],
  ],
  [
    'a colon at the end of a plain value',
    'name: plan\ndescription: Use it for: all: ',
    3,
    'description',
    ['in quotes'],
  ],
  [
    'a bracket at the start',
    'name: plan\ndescription: [Beta] Read service logs.',
    3,
    'description',
    ['starts with "["', 'quotes'],
  ],
  [
    'a brace at the start',
    'name: plan\ndescription: {{ title }} and more',
    3,
    'description',
    ['starts with "{"', 'quotes'],
  ],
  [
    'an at sign at the start',
    'name: plan\ndescription: @acme plans',
    3,
    'description',
    ['starts with "@"', 'quotes'],
  ],
  [
    'a percent sign at the start',
    'name: plan\ndescription: %done plans',
    3,
    'description',
    ['starts with "%"', 'quotes'],
  ],
  [
    'inner quotes',
    'name: plan\ndescription: "Sort bugs. Use for "triage" or "sort"."',
    3,
    'description',
    ['quote', 'Escape the inner quotes'],
  ],
  [
    'inner single quotes',
    "name: plan\ndescription: 'It's a plan'",
    3,
    'description',
    ['Escape the inner quotes'],
  ],
  [
    'a quote that is not closed',
    'name: plan\ndescription: "Write speaker notes.\nlicense: MIT',
    3,
    'description',
    ['quote opened on line 3', 'not closed'],
  ],
  [
    'text after a pipe',
    'name: plan\ndescription: | Prepare a machine.',
    3,
    'description',
    ['block indicator', 'next line, indented'],
  ],
  [
    'a tab as indent',
    'name: plan\ndescription: d\nmetadata:\n\ta: b',
    5,
    'metadata',
    ['tab', 'blanks'],
  ],
];

describe('yamlFault', () => {
  it.each(FAULTS)('says what is wrong: %s', (_, yaml, line, field, mentions) => {
    const findings = findingsOf(yaml);
    expect(findings.map(({ code }) => code)).toEqual(['frontmatter/invalid-yaml']);
    expect(findings[0]).toMatchObject({ severity: 'error', file: FILE, line, field });
    for (const words of mentions) expect(formatFinding(findings[0] as never)).toContain(words);
  });

  it('names the key that stands twice and its second line', () => {
    const [fault, ...more] = findingsOf('name: plan\ndescription: One.\ndescription: Two.');
    expect(more).toEqual([]);
    expect(fault).toMatchObject({
      code: 'frontmatter/duplicate-key',
      field: 'description',
      line: 4,
      message: 'The key "description" stands twice in the frontmatter.',
    });
  });

  it('counts lines in the file, under CRLF too', () => {
    const yaml = 'name: plan\r\ndescription: [Beta] Read.\r';
    const text = `---\r\n${yaml}\n---\r\n\r\nSteps\r\n`;
    const errors = readFrontmatter(Buffer.from(text), FILE).findings.filter(
      ({ severity }) => severity === 'error',
    );
    expect(errors).toMatchObject([{ code: 'frontmatter/invalid-yaml', line: 3 }]);
    expect(errors[0]?.received).toBe('"[Beta] Read."');
  });

  it.each([
    ['a list', '[a, b]'],
    ['a text', 'only text'],
    ['nothing', ''],
    ['a comment', '# name: plan'],
  ])('asks for keys and values when there is %s', (_, yaml) => {
    expect(findingsOf(yaml)).toMatchObject([{ code: 'frontmatter/not-a-mapping', line: 2 }]);
  });

  it('refuses a second document and directives', () => {
    expect(findingsOf('name: plan\ndescription: d\n...\nname: other')).toMatchObject([
      { code: 'frontmatter/invalid-yaml' },
    ]);
    expect(findingsOf('%YAML 1.1\nname: plan\ndescription: d')).toMatchObject([
      { code: 'frontmatter/invalid-yaml' },
    ]);
  });
});
