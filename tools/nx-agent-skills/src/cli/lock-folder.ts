import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OptionError } from '../option-error';

/**
 * Takes a folder of artifacts for this process alone: two runs would empty what the other one reads.
 * What a killed process has left does not count.
 *
 * @param root absolute
 * @param folder relative to it
 * @returns gives the folder back
 * @throws OptionError when another run has it, or when it leads through a link
 */
export function lockFolder(root: string, folder: string): () => void {
  refuseLinks(root, folder);
  mkdirSync(join(root, folder), { recursive: true });
  const file = join(root, folder, '.lock');
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = ownerOf(file);
      if (isRunning(owner)) throw takenBy(owner, folder);
      rmSync(file, { force: true });
    }
  }
  throw takenBy(0, folder);
}

/** Nobody, when the lock was given back in the meantime. */
function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
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

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
