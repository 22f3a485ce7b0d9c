import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { addressOf, publishedPath } from '@nx-agent-skills/discovery';
import { listTree, readFileIfThere } from './tree-entries';
import type { Bytes, TreeFiles } from './tree-folder';

/** The digests of those files, by path, that are called by them. */
export function addressedFiles(paths: Iterable<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const digest = addressOf(path);
    if (digest !== undefined) found.set(path, digest);
  }
  return found;
}

/** All files of a tree that are called by their digests, whoever has put them there. */
export function addressedFilesIn(folder: string): string[] {
  const inside = listTree(join(folder, publishedPath.addressed)).files;
  return [...inside].map((path) => `${publishedPath.addressed}/${path}`);
}

/**
 * Files of the published tree that the next one keeps, so that a client that has read the index just
 * before finds what it was promised: those that the index points to, and those that were kept before
 * when the index stays.
 *
 * @param folder of the published tree, absolute
 * @param index the text of the next one's index
 * @param files the next tree without them, which are not read
 */
export function keptFiles(folder: string, index: string, files: TreeFiles): Map<string, Bytes> {
  if (!existsSync(join(folder, publishedPath.addressed))) return new Map();
  const earlier = readFileIfThere(join(folder, publishedPath.index)) ?? '';
  const paths = earlier === index ? addressedFilesIn(folder) : pathsIn(earlier);
  const kept = new Map<string, Bytes>();
  for (const [path, digest] of addressedFiles(paths)) {
    const bytes = files.has(path) ? undefined : readFile(join(folder, path));
    if (bytes && digestOf(bytes) === digest) kept.set(path, { digest, read: () => bytes });
  }
  return kept;
}

/** Whatever the index is like: what is no path of such a file is passed over. */
const pathsIn = (index: string) => index.match(/agent-skills\/sha256\/[^"?#]+/g) ?? [];

function readFile(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
