/**
 * The part of this library that loads no parser before it meets a file that it does not know, so
 * that a caller which must start fast, such as a plugin of a build tool, can use it on every start.
 */
export {
  findSkills,
  isPattern,
  matchSkillSearch,
  normalizeFolder,
  prefixes,
  type SkillFolder,
  type SkillSearch,
} from './find-skills';
export { JUNK_FILES, JUNK_FOLDERS } from './junk';
export { keepMemoryIn, saveMemory } from './memory';
export { readSkillFrontmatter } from './read-frontmatter';
export { type RuleSettings, ruleLevelFault } from './rule-settings';
export { checkSkillPath } from './skill-path';
