/**
 * The shape of a skill (contract step 1): only SKILL.md; SKILL.md and siblings; or a folder that
 * holds a nested `skills/` folder with skills below it.
 */
export type Shape = 'single-file' | 'multi-file' | 'bundle';

const NESTED_SKILL = /^skills\/(?:.+\/)?[^/]+\/SKILL\.md$/;

/** The shape that follows from a skill's published files, given relative to its folder. */
export function shapeOf(files: readonly string[]): Shape {
  if (files.some((file) => NESTED_SKILL.test(file))) return 'bundle';
  return files.length === 1 && files[0] === 'SKILL.md' ? 'single-file' : 'multi-file';
}
