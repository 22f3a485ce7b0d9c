import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeEntries } from './tree-entries';

/** A tree and what was found in it. */
export interface TreeOnDisk {
  /** Absolute. */
  folder: string;
  entries: TreeEntries;
}

/** Reads what is a file: a pipe would never end, and a link leads elsewhere. */
export function readBytes(
  { folder, entries }: TreeOnDisk,
  path: string,
  faults: string[],
): Buffer | undefined {
  try {
    if (entries.files.has(path)) return readFileSync(join(folder, path));
  } catch {
    faults.push(`${path} cannot be read.`);
    return undefined;
  }
  faults.push(`${path} is missing.`);
  return undefined;
}
