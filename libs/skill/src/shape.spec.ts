import { shapeOf } from './shape';

describe('shapeOf', () => {
  it.each([
    ['single-file', ['SKILL.md']],
    ['multi-file', ['SKILL.md', 'references/a.md']],
    ['multi-file', ['README.md']],
    ['multi-file', ['assets/SKILL.md']],
    ['multi-file', ['SKILL.md', 'assets/skills/a/SKILL.md']],
    ['multi-file', ['SKILL.md', 'skills/SKILL.md']],
    ['multi-file', ['SKILL.md', 'skills/a/README.md']],
    ['multi-file', ['SKILL.md', 'skills/a/skill.md']],
    ['multi-file', ['SKILL.md', 'my-skills/a/SKILL.md']],
    ['bundle', ['SKILL.md', 'skills/a/SKILL.md']],
    ['bundle', ['README.md', 'skills/a/SKILL.md']],
    ['bundle', ['skills/category/a/SKILL.md']],
  ])('%s: %j', (shape, files) => {
    expect(shapeOf(files)).toBe(shape);
  });
});
