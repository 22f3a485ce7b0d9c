import { existsSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** No skill can have such a name. */
const NOTHING = '.agent-skills-nothing';

/**
 * Where an install keeps what is on its way into a skills folder: beside it, since agents may search
 * that at any depth. Folders are moved by renaming alone, which leads into no other file system: where
 * the skills folder is one of its own, such as a volume of a container, it is in there.
 *
 * @param folder absolute; it may not exist yet
 */
export function stagingPath(folder: string): string {
  return isMounted(folder)
    ? join(folder, '.agent-skills.installing')
    : join(dirname(folder), `.${basename(folder)}.installing`);
}

/** A folder of the same file system can be mounted too: only a rename tells, be it of nothing. */
function isMounted(folder: string): boolean {
  if (!existsSync(folder)) return false;
  if (statSync(folder).dev !== statSync(dirname(folder)).dev) return true;
  try {
    renameSync(join(dirname(folder), NOTHING), join(folder, NOTHING));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EXDEV';
  }
}
