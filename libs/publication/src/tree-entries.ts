import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { showPath } from '@nx-agent-skills/skill';

/** What lies in a tree: paths relative to it, with "/". No link is followed. */
export interface TreeEntries {
  files: Set<string>;
  folders: Set<string>;
  /** Links, pipes, and whatever else is neither. */
  others: string[];
}

/**
 * Lists a folder at all depths, without reading any file. Nothing lies in what is no folder. The
 * folder itself may be a link: a publication follows it too.
 */
export function listTree(folder: string): TreeEntries {
  const entries: TreeEntries = { files: new Set(), folders: new Set(), others: [] };
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) visit(folder, '', entries);
  return entries;
}

function visit(root: string, inside: string, entries: TreeEntries): void {
  for (const entry of readdirSync(join(root, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) {
      entries.folders.add(path);
      visit(root, path, entries);
    } else if (entry.isFile()) entries.files.add(path);
    else entries.others.push(path);
  }
}

/** The text of a file; undefined when there is none, or something else in its place. */
export function readFileIfThere(file: string): string | undefined {
  try {
    // A pipe would never end.
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** The folders that files lie in, each behind those that it lies in itself. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) addFoldersOf(path, folders);
  return folders;
}

function addFoldersOf(path: string, folders: Set<string>): void {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  if (folder === '' || folders.has(folder)) return;
  addFoldersOf(folder, folders);
  folders.add(folder);
}

/** What is missing in a tree, and what lies in it that does not belong there. */
export function listFaults(
  { files, folders, others }: TreeEntries,
  expected: ReadonlySet<string>,
): string[] {
  const around = foldersOf(expected);
  const foreign = [...files, ...others].filter((path) => !expected.has(path));
  const foreignFolders = [...folders].filter((path) => !around.has(path));
  return [
    ...[...expected].filter((path) => !files.has(path)).map((path) => `${path} is missing.`),
    ...[...foreign, ...foreignFolders].map(
      (path) => `${showPath(path)} does not belong to the tree.`,
    ),
    ...others.map((path) => `${showPath(path)} is not a file.`),
  ];
}
