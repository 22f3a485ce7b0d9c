import {
  applyRules,
  checkSkillPath,
  type Finding,
  hasErrors,
  type LeftOut,
  type RuleSettings,
  readSkill,
  type Skill,
  sortFindings,
} from '@nx-agent-skills/skill';
import { checkArchivePaths } from './archive-path';

export interface CheckedSkill {
  /** Undefined when the skill is refused. */
  skill?: Skill;
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
 */
export function checkSkill(
  workspaceRoot: string,
  skillPath: string,
  settings: RuleSettings,
): CheckedSkill {
  const { skill, findings: found, paths, leftOut } = readSkill(workspaceRoot, skillPath);
  const all = [...checkSkillPath(skillPath), ...found, ...checkArchivePaths(paths, skillPath)];
  const findings = sortFindings(applyRules(all, settings));
  return skill && !hasErrors(findings) ? { skill, findings, leftOut } : { findings, leftOut };
}
