/**
 * The part of this library that works on paths alone. It loads no parser, so that a caller which
 * must start fast, such as a plugin of a build tool, can use it on every start.
 */
export {
  findSkills,
  isPattern,
  matchSkillSearch,
  normalizeFolder,
  type SkillFolder,
  type SkillSearch,
} from './find-skills';
export { JUNK_FILES, JUNK_FOLDERS } from './junk';
export { type RuleSettings, ruleLevelFault } from './rule-settings';
export { checkSkillPath } from './skill-path';
