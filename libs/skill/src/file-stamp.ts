import type { Stats } from 'node:fs';

/** Younger than this, a file may change once more without a change of its times, in ms. */
const SETTLED_AFTER = 2_000;

/**
 * What changes with every change of a file's content: size, times and inode. The time of the inode
 * cannot be set by programs, so that a restored modification time does not hide a change.
 */
export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

/**
 * Whether a stamp that is taken now tells every later change. A file that was written a moment ago,
 * or in the future by the clock of its disk, may change again within the same tick.
 */
export function isSettled({ mtimeMs, ctimeMs }: Stats, now = Date.now()): boolean {
  return now - Math.max(mtimeMs, ctimeMs) > SETTLED_AFTER;
}
