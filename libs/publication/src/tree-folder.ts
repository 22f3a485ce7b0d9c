import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';

/** Bytes of a skill, which are read only where they have to be written. */
export interface SkillBytes {
  digest: string;
  read(): Buffer;
}

/** The files of a tree by path, relative to it, with "/". */
export type TreeFiles = ReadonlyMap<string, string | SkillBytes>;

/**
 * Makes a folder hold exactly these files. Files that are right already are left alone, with their
 * times; everything else is written or removed. No link is followed.
 *
 * @param folder absolute, and nobody else's: a kill leaves it half-filled
 */
export function fillFolder(folder: string, files: TreeFiles): void {
  const folders = new Set(['']);
  for (const path of files.keys()) addFoldersOf(path, folders);
  const isNew = readdirSync(folder).length === 0;
  if (!isNew) removeOthers(folder, '', files, folders);
  folders.delete('');
  // Folders stand in the set behind those that they lie in.
  for (const path of folders) mkdirSync(join(folder, path), { recursive: !isNew });
  for (const [path, content] of files) {
    const file = join(folder, path);
    if (!isNew) {
      if (holds(file, content)) continue;
      // A new file and not new content: the old one may be linked from elsewhere.
      rmSync(file, { force: true });
    }
    writeFileSync(file, typeof content === 'string' ? content : content.read());
  }
}

function addFoldersOf(path: string, folders: Set<string>): void {
  const folder = dirname(path);
  if (folder === '.' || folders.has(folder)) return;
  addFoldersOf(folder, folders);
  folders.add(folder);
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

function holds(file: string, content: string | SkillBytes): boolean {
  try {
    const bytes = readFileSync(file);
    return typeof content === 'string'
      ? bytes.equals(Buffer.from(content, 'utf8'))
      : digestOf(bytes) === content.digest;
  } catch {
    return false;
  }
}
