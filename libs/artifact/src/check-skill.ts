import {
  applyRules,
  checkSkillPath,
  type ExaminedSkill,
  examineSkill,
  type Finding,
  hasErrors,
  type IgnoreRulesOf,
  type LeftOut,
  type ReadSkillResult,
  type RuleSettings,
  readSkill,
  type Skill,
  sortFindings,
} from '@nx-agent-skills/skill';
import { checkArchivePaths } from './archive-path';

export interface CheckedSkill<Form = Skill> {
  /** Undefined when the skill is refused. */
  skill?: Form;
  /** Sorted, with the severities that the publisher wants. */
  findings: Finding[];
  /** What lies in the folder and is not part of the skill. */
  leftOut: LeftOut[];
}

/**
 * Reads a skill and holds it to all rules that concern it alone.
 *
 * @param workspaceRoot absolute
 * @param skillPath the skill's folder, relative to the workspace, with `/`
 * @param rulesOf the ignore rules of the workspace, which a caller with many skills reads once
 */
export function checkSkill(
  workspaceRoot: string,
  skillPath: string,
  settings: RuleSettings,
  rulesOf?: IgnoreRulesOf,
): CheckedSkill {
  return applySettings(skillPath, readSkill(workspaceRoot, skillPath, rulesOf), settings);
}

/** `checkSkill` for a caller who needs no contents: what was not touched is not read again. */
export function checkSources(
  workspaceRoot: string,
  skillPath: string,
  settings: RuleSettings,
  rulesOf?: IgnoreRulesOf,
): CheckedSkill<ExaminedSkill> {
  return applySettings(skillPath, examineSkill(workspaceRoot, skillPath, rulesOf), settings);
}

function applySettings<Form>(
  skillPath: string,
  { skill, findings: found, paths, leftOut }: ReadSkillResult<Form>,
  settings: RuleSettings,
): CheckedSkill<Form> {
  const all = [...checkSkillPath(skillPath), ...found, ...checkArchivePaths(paths, skillPath)];
  const findings = sortFindings(applyRules(all, settings));
  return skill && !hasErrors(findings) ? { skill, findings, leftOut } : { findings, leftOut };
}
