import { readSkillFrontmatter, saveMemory } from '@nx-agent-skills/skill/layout';
import { openMemory } from './open-memory';

/**
 * The descriptions of skills, for people who look at the graph. A file is read once per change, so
 * that most commands load no YAML parser at all.
 *
 * @param skills folders of skills with a SKILL.md, relative to the workspace
 * @returns by skill; broken ones are absent, since that is the business of their own targets
 */
export function readDescriptions(
  workspaceRoot: string,
  skills: readonly string[],
): Map<string, string> {
  openMemory();
  const descriptions = new Map<string, string>();
  for (const skill of skills) {
    const description = readSkillFrontmatter(workspaceRoot, skill)?.frontmatter?.description;
    if (description !== undefined) descriptions.set(skill, description);
  }
  saveMemory(true);
  return descriptions;
}
