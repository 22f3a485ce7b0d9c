import { formatFinding } from './finding';
import { readFrontmatter } from './read-frontmatter';

const read = (folder: string, frontmatter: string, body = '\n# Steps\n') =>
  readFrontmatter(Buffer.from(`---\n${frontmatter}\n---\n${body}`), `skills/${folder}/SKILL.md`);

const NAME_64 = `a${'-bcdefg'.repeat(9)}`;

describe('frontmatter that is accepted', () => {
  it.each<[title: string, folder: string, yaml: string, description: string]>([
    ['plain values', 'now', 'name: now\ndescription: Helps now.', 'Helps now.'],
    [
      'quotes, tags and backslashes',
      'view-change',
      `name: view-change\ndescription: 'Use <ViewChange> and "slots" in C:\\app.'`,
      'Use <ViewChange> and "slots" in C:\\app.',
    ],
    [
      'a literal block',
      'plan-week',
      'name: plan-week\ndescription: |\n  Plan a week.\n\n  Use when:\n  - a list is given\n\n',
      'Plan a week.\n\nUse when:\n- a list is given',
    ],
    [
      'a folded block',
      'chart-maker',
      'name: chart-maker\ndescription: >\n  Make charts.\n  Use for plots.\n',
      'Make charts. Use for plots.',
    ],
    ['dashes in a value', 'style', 'name: style\ndescription: A --- b --- c.', 'A --- b --- c.'],
    ['a quoted number', '8004', 'name: "8004"\ndescription: The form.', 'The form.'],
    ['64 characters', NAME_64, `name: ${NAME_64}\ndescription: Long.`, 'Long.'],
    [
      '1024 characters and a line end',
      'desk',
      `name: desk\ndescription: |\n  ${'x'.repeat(1024)}\n`,
      'x'.repeat(1024),
    ],
    [
      '1024 units in more bytes',
      'units',
      `name: units\ndescription: "${'\u2014'.repeat(1022)}\u{1f600}"`,
      `${'\u2014'.repeat(1022)}\u{1f600}`,
    ],
    [
      'keys beyond the specification',
      'all-keys',
      'name: all-keys\nversion: 1.10\nupdated: 2031-05-01\ntags: [a, b]\ndescription: d\nmetadata:\n  list: [x, 1, null]',
      'd',
    ],
    ['keys in quotes', 'now', '"name": now\n\'description\': d', 'd'],
  ])('%s', (_, name, yaml, description) => {
    const { frontmatter, findings } = read(name, yaml);
    expect(findings).toEqual([]);
    expect(frontmatter).toMatchObject({ name, description });
  });

  it('knows the line of the name', () => {
    const { frontmatter } = read('now', 'license: MIT\n\nname: now\ndescription: d');
    expect(frontmatter?.nameLine).toBe(4);
  });

  it.each([
    ['version: 1.10', '1.10'],
    ['version: "2.0"', '2.0'],
    ['metadata:\n  version: 1.10', '1.10'],
    ["metadata:\n  version: '010'", '010'],
    ['version: 3\nmetadata:\n  version: 2', '3'],
    ['version: [1]', undefined],
    ['metadata: 1.0', undefined],
  ])('keeps a version as it is written: %j', (yaml, version) => {
    const { frontmatter, findings } = read('now', `name: now\ndescription: d\n${yaml}`);
    expect(findings).toEqual([]);
    expect(frontmatter?.version).toBe(version);
  });

  it('knows the license', () => {
    const { frontmatter } = read('now', 'name: now\ndescription: d\nlicense: Apache-2.0');
    expect(frontmatter?.license).toBe('Apache-2.0');
  });

  it('has no carriage return in its values', () => {
    const text = '---\nname: print\ndescription: Fix it.\n---\n\nSteps\n'.replaceAll('\n', '\r\n');
    const { frontmatter, findings } = readFrontmatter(Buffer.from(text), 'skills/print/SKILL.md');
    expect(frontmatter).toMatchObject({ name: 'print', description: 'Fix it.' });
    expect(findings).toMatchObject([{ code: 'encoding/crlf', severity: 'warning' }]);
  });
});

describe('frontmatter that is accepted with a warning', () => {
  it.each<[code: string, yaml: string, body: string, line: number | undefined, mentions: string[]]>(
    [
      [
        'frontmatter/cut-by-comment',
        'name: x\ndescription: Work on #12 now.',
        'b',
        3,
        ['#12 now.'],
      ],
      ['name/differs-from-folder', 'name: acme-x\ndescription: d', 'b', 2, ['"acme-x"', '"x"']],
      ['body/empty', 'name: x\ndescription: d', ' \n', undefined, ['no text']],
    ],
  )('%s', (code, yaml, body, line, mentions) => {
    const { frontmatter, findings } = read('x', yaml, body);
    expect(frontmatter).toBeDefined();
    expect(findings.map((each) => each.code)).toEqual([code]);
    expect(findings[0]).toMatchObject({ severity: 'warning' });
    expect(findings[0]?.line).toBe(line);
    for (const words of mentions) expect(formatFinding(findings[0] as never)).toContain(words);
  });

  it('keeps what is left of the description that a comment cut', () => {
    expect(read('x', 'name: x\ndescription: Work on #12.').frontmatter?.description).toBe(
      'Work on',
    );
  });
});
