import picomatch from 'picomatch';

/**
 * Names of files that tools leave behind. They are never published and never inputs of a task;
 * the report lists them as left out.
 */
export const JUNK_FILES = [
  '.DS_Store',
  '._*',
  'Thumbs.db',
  'desktop.ini',
  '*~',
  '.*.sw?',
  '#*#',
  '.#*',
] as const;

/** Names of folders that tools leave behind. */
export const JUNK_FOLDERS = ['.git', 'node_modules', '__MACOSX', '__pycache__'] as const;

/** Folders that Nx never hashes, whatever the ignore files say. */
const FOLDERS_UNSEEN_BY_NX = /(^|\/)(\.nx\/(cache|workspace-data)|\.yarn\/cache)$/;

const isJunkFile = picomatch([...JUNK_FILES], { dot: true });
const isJunkFolder = picomatch([...JUNK_FOLDERS], { dot: true });

/** Whether a file of this name, or a folder with this path, is left out of every skill. */
export function isJunk(path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // A worktree or submodule has a file called .git in place of the folder.
  if (isJunkFolder(name)) return true;
  return isFolder ? FOLDERS_UNSEEN_BY_NX.test(path) : isJunkFile(name);
}
