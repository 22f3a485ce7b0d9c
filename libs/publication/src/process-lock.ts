import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isRunning } from './is-running';

/** What taking a lock comes to: the way to give it back, or the process that has it. */
export type ProcessLock = { release: () => void } | { owner: number };

/**
 * Takes a lock for this process. What a killed process has left does not count.
 *
 * @param file absolute, in a folder that is there; it holds the id of the process that has the lock
 */
export function takeLock(file: string): ProcessLock {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = ownerOf(file);
      if (isRunning(owner)) return { owner };
      rmSync(file, { force: true });
    }
  }
  return { owner: ownerOf(file) };
}

/** Nobody, when the lock was given back in the meantime. */
function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}
