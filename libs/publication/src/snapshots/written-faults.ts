import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type Bytes, isContent } from '../tree-folder';
import { readBytes, type TreeOnDisk } from '../tree-on-disk';

/**
 * Compares the files of snapshots in a tree with what was to be written. Releases have most files in
 * common, and those are one file on disk with many names, which is read once.
 *
 * @param files by path
 */
export function writtenFaults(
  tree: TreeOnDisk,
  files: ReadonlyMap<string, string | Bytes>,
): string[] {
  const faults: string[] = [];
  const digests = new Map<string, string>();
  for (const [path, content] of files) {
    const inode = inodeOf(join(tree.folder, path));
    const digest = typeof content === 'string' ? undefined : content.digest;
    if (digest !== undefined && digests.get(inode) === digest) continue;
    const bytes = readBytes(tree, path, faults);
    if (!bytes) continue;
    if (!isContent(bytes, content)) faults.push(`${path} is not what was frozen.`);
    else if (digest !== undefined && inode !== '') digests.set(inode, digest);
  }
  return faults;
}

/** What all names of one file have in common, in full where numbers are long; empty when there is none. */
function inodeOf(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return stats?.isFile() ? `${stats.dev} ${stats.ino}` : '';
}
