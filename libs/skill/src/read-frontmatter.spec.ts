import { readFrontmatter } from './read-frontmatter';

const skillMd = (name: string) => Buffer.from(`---\nname: ${name}\ndescription: d\n---\n\nHow.\n`);

describe('readFrontmatter, asked again', () => {
  it('tells the faults of a file every time', () => {
    const read = () => readFrontmatter(Buffer.from('---\nname: 404\n---\n'), 'skills/a/SKILL.md');
    const first = read();
    expect(first.frontmatter).toBeUndefined();
    expect(first.findings.length).toBeGreaterThan(0);
    expect(read()).toEqual(first);
  });

  it('reads other bytes anew, and the same bytes under another path', () => {
    const name = (bytes: Buffer, file: string) => readFrontmatter(bytes, file).frontmatter?.name;
    expect(name(skillMd('a'), 'skills/a/SKILL.md')).toBe('a');
    expect(name(skillMd('b'), 'skills/a/SKILL.md')).toBe('b');
    const [finding] = readFrontmatter(skillMd('a'), 'skills/b/SKILL.md').findings;
    expect(finding).toMatchObject({ code: 'name/differs-from-folder', file: 'skills/b/SKILL.md' });
  });

  it('does not give away what its callers add to a result', () => {
    const read = () => readFrontmatter(skillMd('a'), 'skills/x/SKILL.md').findings;
    const findings = read();
    findings.push(...findings);
    expect(read()).toHaveLength(1);
  });
});
