import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ArchiveMember, digestOf } from '@nx-agent-skills/artifact';
import { isJunk } from '@nx-agent-skills/skill';
import type { InstalledFile } from './installed-state';

/** Python writes it beside scripts that it runs. */
const MADE_BY_RUNNING = '__pycache__';

/**
 * Compares the folder of a skill with the files that it should have. Links are not followed, and only
 * files that should be there are read.
 *
 * @param folder absolute, and a folder
 * @returns the paths that are missing, have other bytes or should not be there, sorted; what the
 *   system and running scripts leave behind does not count
 */
export function differingPaths(folder: string, expected: readonly InstalledFile[]): string[] {
  const wanted = new Map(expected.map(({ path, digest }) => [path, digest]));
  const found = new Set<string>();
  const differing: string[] = [];
  for (const { path, isFile } of listFolder(folder)) {
    const digest = wanted.get(path);
    found.add(path);
    if (digest === undefined) {
      if (!isLeftBehind(path)) differing.push(path);
    } else if (!isFile || digestOf(readFileSync(join(folder, path))) !== digest) {
      differing.push(path);
    }
  }
  return [...differing, ...[...wanted.keys()].filter((path) => !found.has(path))].sort();
}

/** Whether the files, which are all there, can be executed where they should be. */
export function hasModes(folder: string, files: readonly ArchiveMember[]): boolean {
  // There is no such bit.
  if (process.platform === 'win32') return true;
  return files.every(({ path, mode }) => {
    const executable = (lstatSync(join(folder, path)).mode & 0o100) !== 0;
    return executable === (mode === 0o755);
  });
}

const isLeftBehind = (path: string) =>
  isJunk(path, false) || path.split('/').includes(MADE_BY_RUNNING);

function listFolder(folder: string): { path: string; isFile: boolean }[] {
  const listed: { path: string; isFile: boolean }[] = [];
  const visit = (inside: string) => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else listed.push({ path, isFile: entry.isFile() });
    }
  };
  visit('');
  return listed;
}
