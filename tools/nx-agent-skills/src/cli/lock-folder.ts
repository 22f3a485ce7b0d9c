import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '@nx-agent-skills/publication';
import { OptionError } from '../option-error';

/**
 * Takes a folder of artifacts for this process alone: two runs would empty what the other one reads.
 *
 * @param root absolute
 * @param folder relative to it
 * @returns gives the folder back
 * @throws OptionError when another run has it, or when it leads through a link
 */
export function lockFolder(root: string, folder: string): () => void {
  refuseLinks(root, folder);
  mkdirSync(join(root, folder), { recursive: true });
  const lock = takeLock(join(root, folder, '.lock'));
  if ('release' in lock) return lock.release;
  throw takenBy(lock.owner, folder);
}

function refuseLinks(root: string, folder: string): void {
  const steps = folder.split('/');
  for (const at of steps.keys()) {
    const path = steps.slice(0, at + 1).join('/');
    if (!lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    throw new OptionError(
      `--build leads through the link ${path}. Artifacts are kept in a folder of this repository.`,
    );
  }
}

function takenBy(owner: number, folder: string): OptionError {
  return new OptionError(
    `Another run works in ${folder}${owner > 0 ? ` (process ${owner})` : ''}.\n    Fix: wait for it, or give this one a folder of its own with --build.`,
  );
}
