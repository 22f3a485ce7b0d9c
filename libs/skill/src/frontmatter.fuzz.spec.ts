import fc from 'fast-check';
import matter from 'gray-matter';
import { parse } from 'yaml';
import { readFrontmatter } from './read-frontmatter';
import { MAX_DESCRIPTION_LENGTH } from './skill-limits';
import { isSkillName, suggestSkillName } from './skill-name';

const read = (bytes: Buffer) => readFrontmatter(bytes, 'skills/s/SKILL.md');

/** Pieces that mean something to YAML, to fences or to gray-matter. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '---',
      '---js',
      '...',
      'name: s',
      'description: d',
      'name',
      'description',
      ': ',
      ' #',
      '- ',
      '"',
      "'",
    ],
    ...[
      '|',
      '>',
      '&a ',
      '*a',
      '!!js/function ',
      '<<: *a',
      '{',
      '}',
      '[',
      ']',
      '\t',
      '\r\n',
      '\n',
      '\n\n',
      '  ',
      '\ufeff',
    ],
    ...[
      '0x1F',
      '010',
      '1e3',
      '2024-01-01',
      'true',
      'null',
      '~',
      '?',
      '@',
      '%',
      '`',
      '=======',
      '\u2028',
    ],
  ),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
);
const noise = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const skillMd = fc
  .tuple(noise, noise, noise)
  .map(([before, value, after]) => `---\nname: s\n${before}\ndescription: ${value}\n---\n${after}`);

describe('readFrontmatter, whatever it is given', () => {
  const text = fc.oneof(
    noise,
    skillMd,
    noise.map((inner) => `---\n${inner}\n---\n`),
  );

  it('never throws, and refuses or accepts in the same way every time', () => {
    fc.assert(
      fc.property(text, (content) => {
        const first = read(Buffer.from(content));
        expect(read(Buffer.from(content))).toEqual(first);
        const refused = first.findings.some(({ severity }) => severity === 'error');
        expect(first.frontmatter === undefined).toBe(refused);
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws on bytes that are no text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        read(Buffer.from(bytes));
        read(
          Buffer.concat([
            Buffer.from('---\nname: s\ndescription: d'),
            bytes,
            Buffer.from('\n---\n'),
          ]),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts only what the parsers of stock clients read in the same way', () => {
    let accepted = 0;
    fc.assert(
      fc.property(skillMd, (content) => {
        const { frontmatter } = read(Buffer.from(content));
        if (!frontmatter) return;
        accepted += 1;
        const yaml = parse(/^---\r?\n([\s\S]*?)\r?\n---/.exec(content)?.[1] ?? '');
        expect([yaml.name, yaml.description.trim()]).toEqual([
          frontmatter.name,
          frontmatter.description,
        ]);
        const { data } = matter(content, { language: 'yaml' });
        expect([data.name, data.description.trim()]).toEqual([
          frontmatter.name,
          frontmatter.description,
        ]);
        expect(isSkillName(frontmatter.name)).toBe(true);
        expect(frontmatter.description.length).toBeGreaterThan(0);
        expect(frontmatter.description.length).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
      }),
      { numRuns: 3000, seed: 1 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

describe('suggestSkillName', () => {
  it('gives a valid name or none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100, unit: 'binary' }), (name) => {
        const suggestion = suggestSkillName(name);
        expect(suggestion === '' || isSkillName(suggestion)).toBe(true);
      }),
    );
  });
});
