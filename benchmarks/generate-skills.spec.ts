import { createHash } from 'node:crypto';
import { readFrontmatter } from '@nx-agent-skills/skill';
import { generateSkills } from './generate-skills';

describe('generated skills', () => {
  const files = generateSkills(1000);
  const folders = new Map<string, Map<string, number>>();
  for (const [path, content] of files) {
    const [, skill = '', ...rest] = path.split('/');
    const sizes = folders.get(skill) ?? new Map();
    folders.set(skill, sizes.set(rest.join('/'), content.length));
  }
  const skills = [...folders.values()];
  const single = skills.filter((sizes) => sizes.size === 1);
  const binary = skills.filter((sizes) => sizes.has('assets/picture.bin'));
  const bundles = skills.filter((sizes) =>
    [...sizes.keys()].some((path) => /^skills\//.test(path)),
  );
  const rest = skills.filter((each) => ![single, binary, bundles].flat().includes(each));
  const isWithin = (values: readonly number[], low: number, high: number) => {
    expect(Math.min(...values)).toBeGreaterThanOrEqual(low);
    expect(Math.max(...values)).toBeLessThanOrEqual(high);
  };

  it('are the same for the same seed, and others for another', () => {
    const digestOf = (seed: number) => {
      const hash = createHash('sha256');
      for (const [path, content] of generateSkills(20, seed)) hash.update(path).update(content);
      return hash.digest('hex');
    };
    expect(digestOf(1)).toBe(digestOf(1));
    expect(digestOf(2)).not.toBe(digestOf(1));
  });

  it('have the shapes of a real monorepo', () => {
    expect(skills).toHaveLength(1000);
    isWithin([single.length], 570, 630);
    isWithin([rest.length], 320, 380);
    isWithin([binary.length], 30, 50);
    isWithin([bundles.length], 5, 15);
  });

  it('have the sizes of a real monorepo', () => {
    const sizesOf = (path: string, of: typeof skills) => of.map((sizes) => sizes.get(path) ?? 0);
    isWithin(sizesOf('SKILL.md', single), 2_000, 12 * 1024);
    isWithin(
      rest.map(({ size }) => size),
      3,
      12,
    );
    isWithin(sizesOf('assets/picture.bin', binary), 50_000, 500_000);
    expect(new Set(bundles.map(({ size }) => size))).toEqual(new Set([4]));
  });

  it('are all valid', () => {
    for (const [path, content] of files) {
      if (!path.endsWith('SKILL.md')) continue;
      const { frontmatter, findings } = readFrontmatter(Buffer.from(content), path);
      expect([path, findings, frontmatter?.name]).toEqual([path, [], path.split('/').at(-2)]);
    }
  });
});
