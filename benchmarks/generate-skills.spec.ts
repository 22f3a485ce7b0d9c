import { readFrontmatter } from '@nx-agent-skills/skill';
import { generateSkills } from './generate-skills';

describe('generated skills', () => {
  const files = generateSkills(400);
  const folders = new Map<string, string[]>();
  for (const path of files.keys()) {
    const [, skill = '', ...rest] = path.split('/');
    folders.set(skill, [...(folders.get(skill) ?? []), rest.join('/')]);
  }
  const shareOf = (matches: (paths: string[]) => boolean) =>
    [...folders.values()].filter(matches).length / folders.size;

  it('are the same for the same seed, and others for another', () => {
    expect(generateSkills(20)).toEqual(generateSkills(20));
    expect(generateSkills(20, 2)).not.toEqual(generateSkills(20));
  });

  it('have the shapes of a real monorepo', () => {
    expect(folders.size).toBe(400);
    expect(shareOf((paths) => paths.length === 1)).toBeCloseTo(0.6, 1);
    expect(shareOf((paths) => paths.some((path) => path.startsWith('assets/')))).toBeCloseTo(
      0.04,
      1,
    );
    expect(shareOf((paths) => paths.some((path) => path.startsWith('skills/')))).toBeCloseTo(
      0.01,
      1,
    );
  });

  it('are all valid', () => {
    for (const [path, content] of files) {
      if (!path.endsWith('SKILL.md')) continue;
      const { frontmatter, findings } = readFrontmatter(Buffer.from(content), path);
      expect([path, findings, frontmatter?.name]).toEqual([path, [], path.split('/').at(-2)]);
    }
  });
});
