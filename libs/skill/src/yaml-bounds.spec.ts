import { formatFindings } from './finding';
import { readFrontmatter } from './read-frontmatter';

const FILE = 'skills/bomb/SKILL.md';
const repeat = (length: number, line: (index: number) => string) =>
  Array.from({ length }, (_, index) => line(index)).join('');

const read = (yaml: string) =>
  readFrontmatter(Buffer.from(`---\nname: bomb\ndescription: d\n${yaml}\n---\n\nText\n`), FILE);

/** Every level names the one before ten times. */
const ALIAS_BOMB = repeat(9, (level) =>
  level === 0
    ? 'a0: &a0 [x, x]\n'
    : `a${level}: &a${level} [${repeat(10, () => `*a${level - 1},`)}]\n`,
);

describe('frontmatter that costs more than it says', () => {
  it.each<[title: string, yaml: string, code: string]>([
    ['an alias bomb', ALIAS_BOMB, 'frontmatter/alias'],
    ['15,000 aliases', `a: &a 1\nb: [${repeat(15_000, () => '*a, ')}]`, 'frontmatter/alias'],
    ['10,000 tags', repeat(5_000, (index) => `k${index}: !t v\n`), 'frontmatter/tag'],
    ['20,000 brackets', `m: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'frontmatter/too-large'],
    ['open braces only', `m: ${'{a: '.repeat(10_000)}`, 'frontmatter/too-large'],
    ['dashes on one line', `m:\n  ${'- '.repeat(20_000)}x`, 'frontmatter/too-large'],
    ['question marks on one line', `m:\n  ${'? '.repeat(20_000)}x`, 'frontmatter/too-large'],
    ['both on one line', `m:\n  ${'? -\t'.repeat(10_000)}x`, 'frontmatter/too-large'],
    [
      'deep indentation',
      `m:\n${repeat(40, (n) => `${' '.repeat(n + 1)}k:\n`)}`,
      'frontmatter/too-large',
    ],
    ['64 KiB and more', `m: ${'x'.repeat(70_000)}`, 'frontmatter/too-large'],
    ['one key 20,000 times', 'a:\n'.repeat(20_000), 'frontmatter/duplicate-key'],
    ['15,000 quotes', '"\n'.repeat(15_000), 'frontmatter/invalid-yaml'],
  ])('%s: ends soon, as a finding', (_, yaml, code) => {
    const start = performance.now();
    const { frontmatter, findings } = read(yaml);
    expect(frontmatter).toBeUndefined();
    expect(new Set(findings.map((each) => each.code))).toEqual(new Set([code]));
    expect(formatFindings(findings).length).toBeLessThan(10_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('names the size and the limits', () => {
    expect(read(`m: ${'x'.repeat(70_000)}`).findings[0]?.message).toMatch(/70\d{3} bytes.*65536/);
    expect(read(`m: ${'['.repeat(33)}`).findings[0]?.message).toContain('32 levels');
  });

  it.each([
    ['32 levels of brackets', `m: ${'['.repeat(32)}${']'.repeat(32)}`],
    ['many siblings', `m:\n${repeat(500, (index) => `  - k${index}: [a, {b: c}]\n`)}`],
    ['many keys', repeat(3_000, (index) => `k${index}:\n`)],
    ['a text with closing brackets', `m: |\n  ${']})'.repeat(100)}`],
  ])('lets %s pass', (_, yaml) => {
    expect(read(yaml)).toMatchObject({ frontmatter: { name: 'bomb' }, findings: [] });
  });

  it('ends soon with a body of 20 MB', () => {
    const start = performance.now();
    const text = `---\nname: bomb\ndescription: d\n---\n${'text\n'.repeat(4_000_000)}`;
    expect(readFrontmatter(Buffer.from(text), FILE).frontmatter?.name).toBe('bomb');
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('merge conflict markers', () => {
  it('are named with their lines', () => {
    const { findings } = read('<<<<<<< ours\nlicense: MIT\n=======\nlicense: ISC\n>>>>>>> theirs');
    expect(findings).toMatchObject([{ code: 'frontmatter/merge-conflict', line: 4 }]);
    expect(findings[0]?.message).toContain('conflict markers on lines 4 to 8');
  });

  it('are not seen in other rows of signs', () => {
    expect(read('m: |\n  =======\n  <<<<<<<').findings).toEqual([]);
  });
});
