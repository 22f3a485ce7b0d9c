import { type Finding, formatFinding } from './finding';
import { readFrontmatter } from './read-frontmatter';
import { splitSkillMd } from './split-skill-md';

const FILE = 'skills/cost-review/SKILL.md';
const KEYS = 'name: cost-review\ndescription: Review costs.\n';

function faultOf(text: string): Finding {
  const result = splitSkillMd(text, FILE, 'cost-review');
  if (!('findings' in result) || result.findings.length !== 1) {
    throw new Error('exactly one finding was expected');
  }
  return result.findings[0] as Finding;
}

describe('splitSkillMd', () => {
  it('cuts at the fences and knows the lines', () => {
    expect(splitSkillMd(`---\n${KEYS}---\n# Steps\n`, FILE, '')).toEqual({
      parts: { yaml: KEYS, yamlLine: 2, body: '# Steps\n', bodyLine: 5 },
    });
  });

  it('keeps CRLF line ends and needs no line end after the closing fence', () => {
    const text = `---\n${KEYS}---`.replaceAll('\n', '\r\n');
    expect(splitSkillMd(text, FILE, '')).toEqual({
      parts: {
        yaml: `${KEYS.replaceAll('\n', '\r\n')}\n`.replace('\r\n\n', '\r\n'),
        yamlLine: 2,
        body: '',
        bodyLine: 5,
      },
    });
  });

  it('takes horizontal rules in the body, and dashes within a value, for text', () => {
    const text =
      '---\nname: a\ndescription: Check --- spelling.\n---\n# One\n\n---\n\nname: b\n\n---\n';
    expect(splitSkillMd(text, FILE, '')).toMatchObject({
      parts: { yaml: 'name: a\ndescription: Check --- spelling.\n', bodyLine: 5 },
    });
  });

  it.each<[title: string, text: string, mentions: string[]]>([
    ['no frontmatter', '# Cost review\n\nLook.\n', ['---', 'name: cost-review', 'description:']],
    ['a blank line first', `\n---\n${KEYS}---\n`, ['---', 'on line 2', 'above line 2']],
    ['a heading first', `# Photo sort\n\n---\n${KEYS}---\n`, ['---', 'on line 3']],
    ['a code fence around', `\`\`\`markdown\n---\n${KEYS}---\n\`\`\`\n`, ['---', 'code fence']],
    ['a fence of tildes', `~~~\n---\n${KEYS}---\n~~~\n`, ['---', 'code fence']],
    ['blanks after the fence', `--- \n${KEYS}--- \n`, ['---', 'blanks']],
    ['keys without fences', `${KEYS}\n# Mails\n`, ['---', 'keys stand without fences']],
    ['too many dashes', `-----\n${KEYS}-----\n`, ['---', '5 dashes', 'three']],
    ['TOML', `+++\nname = "a"\n+++\n`, ['---', 'TOML']],
    ['a fence far below', `text\n${'\n'.repeat(30)}---\n${KEYS}---\n`, ['no frontmatter']],
  ])('refuses %s', (_, text, mentions) => {
    const fault = faultOf(text);
    expect(fault).toMatchObject({ code: 'frontmatter/missing', severity: 'error', line: 1 });
    for (const words of mentions) expect(formatFinding(fault)).toContain(words);
  });

  it.each(['', '\n', ' \t\r\n\n'])('calls %j empty', (text) => {
    expect(faultOf(text)).toMatchObject({ code: 'frontmatter/empty-file', file: FILE });
    expect(faultOf(text).message).toContain('empty');
  });

  it('refuses a block that is not closed, although the rest is valid YAML', () => {
    const fault = faultOf(`---\n${KEYS}`);
    expect(fault.code).toBe('frontmatter/not-closed');
    expect(fault.line).toBeUndefined();
    expect(formatFinding(fault)).toContain('---');
  });

  it.each(['----', '---x', '--- ', '--- end'])('refuses the closing line %j', (line) => {
    const fault = faultOf(`---\n${KEYS}${line}\nname: other\n---\n`);
    expect(fault).toMatchObject({ code: 'frontmatter/not-closed', line: 4 });
    expect(fault.received).toBe(JSON.stringify(line));
  });
});

describe('a language after the opening fence', () => {
  const CODE = '(globalThis.codeOfASkillRan = true, { name: "alpha", description: "x" })';

  it.each([
    '---js',
    '---javascript',
    '---JS',
    '--- js',
    '--- JS ',
    '---js ',
    '---\tjs',
    '---js\r',
    '---coffee',
    '---json',
    '---toml',
    '---yaml',
  ])('%j is refused, and nothing is run', (first) => {
    const text = `${first}\n${CODE}\n---\n# alpha\n`;
    expect(faultOf(text)).toMatchObject({ code: 'frontmatter/language-tag', line: 1 });
    const { frontmatter, findings } = readFrontmatter(Buffer.from(text), 'skills/alpha/SKILL.md');
    expect(frontmatter).toBeUndefined();
    expect(findings.map(({ code }) => code)).toContain('frontmatter/language-tag');
    expect(globalThis).not.toHaveProperty('codeOfASkillRan');
  });

  it('is no way to run code from further down or behind a byte order mark', () => {
    for (const text of [`\ufeff---js\n${CODE}\n---\n`, `\n---js\n${CODE}\n---\n`]) {
      expect(readFrontmatter(Buffer.from(text), FILE).frontmatter).toBeUndefined();
    }
    readFrontmatter(Buffer.from(`---\n${KEYS}---\n---js\n${CODE}\n---\n`), FILE);
    expect(globalThis).not.toHaveProperty('codeOfASkillRan');
  });
});
