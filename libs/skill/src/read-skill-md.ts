import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Reads the SKILL.md of a skill for a look at its frontmatter. A link is followed only to a regular
 * file of the same skill.
 *
 * @param workspaceRoot absolute
 * @param skillPath the skill's folder, relative to the workspace, with `/`
 * @returns undefined when there is no such file, or it cannot be read; reading the whole skill tells why
 */
export function readSkillMd(workspaceRoot: string, skillPath: string): Buffer | undefined {
  const folder = join(workspaceRoot, skillPath);
  const file = join(folder, 'SKILL.md');
  try {
    const isInside = realpathSync.native(file).startsWith(realpathSync.native(folder) + sep);
    // A pipe would keep the reader waiting for ever.
    return isInside && statSync(file).isFile() ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}
