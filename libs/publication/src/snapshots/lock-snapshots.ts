import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PublicationError } from '../publication-error';
import { isRunning } from '../sibling-folders';

/**
 * Takes a folder of snapshots for this process alone: of two that add a version at once, one would
 * be lost. What a killed process has left does not count.
 *
 * @param folder absolute; made when it is not there
 * @returns gives it back, and removes it when nothing lies in it
 * @throws PublicationError `publication/snapshot` when another process has it
 */
export function lockSnapshots(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, '.lock');
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return () => {
        rmSync(file, { force: true });
        removeIfEmpty(folder);
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isRunning(ownerOf(file))) break;
      rmSync(file, { force: true });
    }
  }
  throw new PublicationError(
    'publication/snapshot',
    `Another process freezes a snapshot in ${folder}.\n    Fix: wait for it, then freeze this one.`,
  );
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Snapshots lie in it.
  }
}

/** Nobody, when the lock was given back in the meantime. */
function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}
