import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPORT_FILES } from './report-json';
import { siblingPath } from './sibling-folders';

const PERMISSIONS = 0o777;

/** What a new folder and a new file may be read by. */
export interface UsualModes {
  folder: number;
  file: number;
}

/**
 * The permissions that this process gives to what it makes beside a folder: they hang on its umask,
 * and on settings of the folder around. A host that runs as another user reads what they allow.
 */
export function usualModesBeside(folder: string): UsualModes {
  const probe = siblingPath(folder, 'probe');
  mkdirSync(probe, { recursive: true });
  try {
    const file = join(probe, 'file');
    writeFileSync(file, '');
    return { folder: modeOf(probe), file: modeOf(file) };
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

/** Whether a tree was made with these permissions, of which every publication gives the same to all. */
export function hasModes(tree: string, usual: UsualModes): boolean {
  try {
    return modeOf(tree) === usual.folder && modeOf(join(tree, REPORT_FILES.json)) === usual.file;
  } catch {
    return false;
  }
}

const modeOf = (path: string) => lstatSync(path).mode & PERMISSIONS;
