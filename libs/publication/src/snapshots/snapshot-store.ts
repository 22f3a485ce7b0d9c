import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { addressOf, publishedPath } from '@nx-agent-skills/discovery';

/** The list of all snapshots, in the folder that holds them. */
export const VERSIONS_FILE = 'versions.json';

/** The index of a snapshot, relative to that folder. */
export const snapshotIndexFile = (version: string): string => `v${version}/index.json`;

/**
 * Where the bytes of an artifact are stored, relative to that folder: by their digest, so that what
 * several snapshots have in common is there once.
 */
export const storedFile = (digest: string): string => `artifacts/${digest.replace(':', '-')}`;

/** Whether a path in the tree is one that a version's artifact of this digest can have. */
export function isSnapshotPath(version: string, path: string, digest: string): boolean {
  const ownFolder = `${publishedPath.snapshotFolder(version)}/`;
  return path.startsWith(ownFolder) || addressOf(path) === digest;
}

/**
 * Writes a file in one step, so that a kill leaves the old one or the new one. A file that has the
 * bytes already is left alone.
 *
 * @param file absolute
 */
export function writeWhole(file: string, bytes: Buffer): void {
  if (existsSync(file) && readFileSync(file).equals(bytes)) return;
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Files on their way to a place in a folder of snapshots, as `writeWhole` calls them. */
const UNFINISHED = /^(?:versions\.json|index\.json|sha256-[0-9a-f]{64})\.\d+$/;

/**
 * Removes what a killed process has left of files on their way. Nobody else may write there now.
 *
 * @param folder absolute; it may not exist
 */
export function removeUnfinished(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (UNFINISHED.test(name)) rmSync(join(folder, name));
  }
}
