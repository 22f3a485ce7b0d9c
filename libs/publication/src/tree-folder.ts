import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPORT_FILES } from './tree-files';

/** The files of a tree by path, relative to it, with "/". */
export type TreeFiles = ReadonlyMap<string, string | Buffer>;

/** Whether a folder holds exactly these files and nothing else. */
export function holdsExactly(folder: string, files: TreeFiles): boolean {
  const report = files.get(REPORT_FILES.json);
  // It names every digest, so that a tree that differs is told by one file.
  if (report === undefined || !holds(join(folder, REPORT_FILES.json), report)) return false;
  const found = filesIn(folder, '');
  return (
    found.every((path) => files.has(path)) &&
    found.length === files.size &&
    [...files].every(([path, content]) => holds(join(folder, path), content))
  );
}

/**
 * Makes a folder hold exactly these files. Files that are right already are left alone, with their
 * times; everything else is written or removed. No link is followed.
 *
 * @param folder absolute, and nobody else's: a kill leaves it half-filled
 */
export function fillFolder(folder: string, files: TreeFiles): void {
  const folders = new Set(['']);
  for (const path of files.keys()) addFoldersOf(path, folders);
  removeOthers(folder, '', files, folders);
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true });
  for (const [path, content] of files) {
    const file = join(folder, path);
    if (holds(file, content)) continue;
    // A new file and not new content: the old one may be linked from elsewhere.
    rmSync(file, { force: true });
    writeFileSync(file, content);
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

/** Everything that is no folder; a link is listed under its own name. */
function filesIn(root: string, inside: string): string[] {
  return readdirSync(join(root, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
}

function holds(file: string, content: string | Buffer): boolean {
  try {
    const bytes = readFileSync(file);
    return bytes.equals(typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
  } catch {
    return false;
  }
}
