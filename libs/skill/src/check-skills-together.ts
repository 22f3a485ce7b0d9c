import { checkDuplicateNames, type NamedSkill } from './duplicate-names';
import type { SkillFolder, SkillSearch } from './find-skills';
import { type Finding, sortFindings } from './finding';
import { type IgnoreRulesOf, ignoreRules } from './ignore-rules';
import { readSkillFrontmatter } from './read-frontmatter';
import { scanRoots } from './scan-roots';

export interface CheckedSkills {
  /** Every skill and bundle under the roots, sorted by path. */
  skills: SkillFolder[];
  findings: Finding[];
  /** Folders that the excludes leave out although they hold a SKILL.md, sorted. */
  excluded: string[];
}

/**
 * Checks what no single skill can see: the layout of the roots, and names that occur twice. Skills
 * that are broken themselves are left to their own checks.
 *
 * @param workspaceRoot absolute
 * @param rulesOf the ignore rules of the workspace, which a caller may have read already
 */
export function checkSkillsTogether(
  workspaceRoot: string,
  search: SkillSearch,
  rulesOf: IgnoreRulesOf = ignoreRules(workspaceRoot),
): CheckedSkills {
  const { skills, findings, excluded } = scanRoots(workspaceRoot, search, rulesOf);
  const named = skills
    .filter(({ hasSkillMd }) => hasSkillMd)
    .flatMap(({ path }) => readName(workspaceRoot, path));
  return { skills, findings: sortFindings([...findings, ...checkDuplicateNames(named)]), excluded };
}

function readName(workspaceRoot: string, skillPath: string): NamedSkill[] {
  const file = `${skillPath}/SKILL.md`;
  const frontmatter = readSkillFrontmatter(workspaceRoot, skillPath)?.frontmatter;
  return frontmatter ? [{ name: frontmatter.name, file, line: frontmatter.nameLine }] : [];
}
