import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import type { ReusedFiles } from './reused-files';
import { holdsText } from './text-bytes';
import { foldersOf } from './tree-entries';

/** Bytes that are read, or made, only where they have to be written. */
export interface Bytes {
  digest: string;
  read(): Buffer;
}

/** The files of a tree by path, relative to it, with "/". */
export type TreeFiles = ReadonlyMap<string, string | Bytes>;

/**
 * Makes a folder hold exactly these files. Files that are right already are left alone, with their
 * times; everything else is written or removed. No link is followed.
 *
 * @param folder absolute, and nobody else's: a kill leaves it half-filled
 */
export function fillFolder(folder: string, files: TreeFiles): void {
  const folders = foldersOf(files.keys());
  const isNew = readdirSync(folder).length === 0;
  if (!isNew) removeOthers(folder, '', files, folders);
  for (const path of folders) mkdirSync(join(folder, path), { recursive: !isNew });
  for (const [path, content] of files) {
    if (isNew || !holds(join(folder, path), content)) write(join(folder, path), content, isNew);
  }
}

/**
 * `fillFolder` for a folder that is presumed to hold most of the files already. What is presumed is
 * not looked at: the caller verifies the result. Nothing is written or removed through a link.
 *
 * @throws Error when something other than a folder lies where one has to be
 */
export function refillFolder(folder: string, files: TreeFiles, { kept, stale }: ReusedFiles): void {
  const gone = stale.filter((path) => !files.has(path));
  const missing = [...files].filter(([path]) => !kept.has(path));
  const around = foldersOf([...gone, ...missing.map(([path]) => path)]);
  for (const path of around) refuseOtherThanFolder(join(folder, path));
  for (const path of gone) rmSync(join(folder, path), { force: true });
  for (const path of [...foldersOf(gone)].reverse()) removeIfEmpty(join(folder, path));
  for (const path of foldersOf(missing.map(([path]) => path))) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  for (const [path, content] of missing) write(join(folder, path), content, false);
}

function write(file: string, content: string | Bytes, isNew: boolean): void {
  // A new file and not new content: the old one may be linked from elsewhere.
  if (!isNew) rmSync(file, { force: true });
  writeFileSync(file, bytesOf(content));
}

function refuseOtherThanFolder(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) throw new Error(`${path} is no folder.`);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Other files lie in it, or it is gone.
  }
}

function removeOthers(
  root: string,
  inside: string,
  files: TreeFiles,
  folders: ReadonlySet<string>,
): void {
  for (const entry of readdirSync(join(root, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory() && folders.has(path)) removeOthers(root, path, files, folders);
    else if (!entry.isFile() || !files.has(path)) rmSync(join(root, path), { recursive: true });
  }
}

function holds(file: string, content: string | Bytes): boolean {
  try {
    return isContent(readFileSync(file), content);
  } catch {
    return false;
  }
}

/** What a file of the tree is to hold. */
export function bytesOf(content: string | Bytes): string | Buffer {
  return typeof content === 'string' ? content : content.read();
}

/** Whether bytes are those that a file of the tree is to hold. */
export function isContent(bytes: Buffer, content: string | Bytes): boolean {
  return typeof content === 'string'
    ? holdsText(bytes, content)
    : digestOf(bytes) === content.digest;
}
