import { readFrontmatter } from './read-frontmatter';

const readName = (folder: string, name: string) =>
  readFrontmatter(
    Buffer.from(`---\nname: ${name}\ndescription: d\n---\n\nText\n`),
    `skills/${folder}/SKILL.md`,
  );

describe('names that are no text to YAML', () => {
  it.each([
    ['404', 'a number'],
    ['010', 'a number'],
    ['1e3', 'a number'],
    ['0x1f', 'a number'],
    ['0o17', 'a number'],
    ['1.10', 'a number'],
    ['.inf', 'a number'],
    ['true', 'a boolean'],
    ['False', 'a boolean'],
  ])('%s is %s, and the advice keeps what was written', (name, kind) => {
    const { frontmatter, findings } = readName(name, name);
    expect(frontmatter).toBeUndefined();
    expect(findings).toMatchObject([
      { code: 'frontmatter/not-a-string', field: 'name', line: 2, received: `"${name}"` },
    ]);
    expect(findings[0]?.message).toBe(`The name is ${kind}, not a text.`);
    expect(findings[0]?.fix).toBe(`Put the value in quotes: name: "${name}"`);
  });

  it.each(['null', '~', ''])('%j is nothing', (name) => {
    const { frontmatter, findings } = readName('null', name);
    expect(frontmatter).toBeUndefined();
    expect(findings).toMatchObject([
      { code: 'frontmatter/not-a-string', message: 'The name is empty.', line: 2 },
    ]);
    expect(findings[0]?.fix).toBe('Write name: "null"');
  });

  it.each(['404', '010', '1e3', '0x1f', '2024-01-01', 'true', 'null', '0b11'])(
    '"%s" in quotes is a name',
    (name) => {
      expect(readName(name, `"${name}"`)).toMatchObject({ frontmatter: { name }, findings: [] });
    },
  );
});

describe('values that YAML 1.1 and 1.2 read differently', () => {
  it.each([
    ['2024-01-01', 'a date'],
    ['0b11', '3'],
  ])('the name %s is refused: %s to YAML 1.1', (name, other) => {
    const { frontmatter, findings } = readName(name, name);
    expect(frontmatter).toBeUndefined();
    expect(findings).toMatchObject([{ code: 'frontmatter/ambiguous', field: 'name', line: 2 }]);
    expect(findings[0]?.message).toBe(`YAML 1.1 parsers read the name as ${other}.`);
    expect(findings[0]?.fix).toBe('Put the value in quotes.');
  });

  it('a time as description is refused', () => {
    const text = '---\nname: clock\ndescription: 12:30:45\n---\n\nText\n';
    expect(readFrontmatter(Buffer.from(text), 'skills/clock/SKILL.md')).toMatchObject({
      findings: [{ code: 'frontmatter/ambiguous', field: 'description', line: 3 }],
    });
  });

  it('is said too when YAML 1.1 refuses another key', () => {
    const text = '---\nname: bell\ndescription: d\nmetadata: \u0007\n---\n\nText\n';
    const { findings } = readFrontmatter(Buffer.from(text), 'skills/bell/SKILL.md');
    expect(findings.map(({ code }) => code)).toEqual(['frontmatter/ambiguous']);
    expect(findings[0]?.message).toContain('YAML 1.1 parsers refuse the frontmatter');
  });

  it.each(['yes', 'on', 'y'])('%s is a name to both', (name) => {
    expect(readName(name, name)).toMatchObject({ frontmatter: { name }, findings: [] });
  });
});
