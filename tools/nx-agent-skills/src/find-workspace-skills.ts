import { findSkills, type SkillFolder } from '@nx-agent-skills/skill/layout';
import { globWithWorkspaceContext } from 'nx/src/utils/workspace-context';
import { type PluginOptions, skillSearchOf } from './options';

/**
 * The skills and bundles that the options describe, among the files that Nx knows: ignored ones are
 * not searched.
 *
 * @returns sorted by path
 */
export async function findWorkspaceSkills(
  options: PluginOptions,
  workspaceRoot: string,
): Promise<SkillFolder[]> {
  const patterns = options.roots.map((root) =>
    root === '.' ? '**/SKILL.md' : `${root}/**/SKILL.md`,
  );
  const skillMds = await globWithWorkspaceContext(workspaceRoot, patterns);
  return findSkills(skillMds, skillSearchOf(options)).skills;
}
