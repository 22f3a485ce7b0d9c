import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../process-lock';
import { PublicationError } from '../publication-error';

/**
 * Takes a folder of snapshots for this process alone: of two that add a version at once, one would
 * be lost.
 *
 * @param folder absolute; made when it is not there
 * @returns gives it back, and removes it when nothing lies in it
 * @throws PublicationError `publication/snapshot` when another process has it
 */
export function lockSnapshots(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = takeLock(join(folder, '.lock'));
  if ('release' in lock) {
    return () => {
      lock.release();
      removeIfEmpty(folder);
    };
  }
  throw new PublicationError(
    'publication/snapshot',
    `Another process freezes a snapshot in ${folder} (process ${lock.owner}).\n    Fix: wait for it, then freeze this one.`,
  );
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Snapshots lie in it.
  }
}
