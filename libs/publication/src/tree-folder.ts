import {
  linkSync,
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
  const writer = fileWriter(folder, isNew);
  for (const [path, content] of files) {
    if (isNew || !holds(join(folder, path), content)) writer.write(path, content);
    else writer.know(path, content);
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
  const writer = fileWriter(folder, false);
  for (const [path, content] of files) if (kept.has(path)) writer.know(path, content);
  for (const [path, content] of missing) writer.write(path, content);
}

interface FileWriter {
  write(path: string, content: string | Bytes): void;
  /** Tells of a file that has its content already. */
  know(path: string, content: string | Bytes): void;
}

/**
 * Writes files of a folder. Bytes that are there under another path are linked: a history of
 * releases has most files many times.
 */
function fileWriter(folder: string, isNew: boolean): FileWriter {
  const paths = new Map<string, string>();
  const know: FileWriter['know'] = (path, content) => {
    if (typeof content !== 'string') paths.set(content.digest, path);
  };
  return {
    know,
    write: (path, content) => {
      const file = join(folder, path);
      // A new file and not new content: the old one may be linked from elsewhere.
      if (!isNew) rmSync(file, { force: true });
      const same = typeof content === 'string' ? undefined : paths.get(content.digest);
      if (same === undefined || !isLinked(join(folder, same), file)) {
        writeFileSync(file, bytesOf(content));
      }
      know(path, content);
    },
  };
}

/** Some file systems know no links, or not so many. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
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
