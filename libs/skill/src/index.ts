export { compareBytes } from './byte-order';
export { type CheckedSkills, checkSkillsTogether } from './check-skills-together';
export { type Digest, digestOf } from './digest';
export { checkDuplicateNames, type NamedSkill } from './duplicate-names';
export {
  type FoundSkills,
  findSkills,
  isPattern,
  type SkillFolder,
  type SkillSearch,
} from './find-skills';
export {
  escapeHidden,
  type Finding,
  finding,
  formatFinding,
  formatFindings,
  hasErrors,
  showPath,
  sortFindings,
} from './finding';
export type { Frontmatter, FrontmatterResult } from './frontmatter';
export { type IgnoreRulesOf, ignoreRules } from './ignore-rules';
export { isJunk, JUNK_FILES, JUNK_FOLDERS } from './junk';
export { type LeftOut, listSkillFiles, type SkillFileList, unreadable } from './list-skill-files';
export {
  addLearnt,
  keepMemoryIn,
  type Learnt,
  type Memory,
  memoryFolder,
  memoryOf,
  saveMemory,
  takeLearnt,
} from './memory';
export { readFrontmatter, readSkillFrontmatter } from './read-frontmatter';
export {
  type ExaminedSkill,
  examineSkill,
  type ReadSkillResult,
  readSkill,
  type Skill,
  type SkillFile,
} from './read-skill';
export { readSkillMd } from './read-skill-md';
export type { Rule, Severity } from './rule';
export { applyRules, type RuleLevel, type RuleSettings, ruleLevelFault } from './rule-settings';
export { isRuleCode, RULES, type RuleCode, ruleOf } from './rules';
export { rulesPage } from './rules-page';
export { type ScannedRoots, scanRoots } from './scan-roots';
export { type Shape, shapeOf } from './shape';
export { MAX_DESCRIPTION_LENGTH, MAX_SKILL_BYTES, MAX_SKILL_FILES } from './skill-limits';
export { isSkillName, suggestSkillName } from './skill-name';
export { checkSkillPath } from './skill-path';
