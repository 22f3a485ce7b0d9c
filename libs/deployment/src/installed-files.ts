import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import type { ExpectedFile } from './expected-skill';

/** What clients write beside the files of a skill, for themselves. */
const OWN_FILES = new Set(['.skill-lock.json', '.skills-meta.json']);

/**
 * Compares the files that a client has installed with those that were published. Modes are not
 * compared: clients do not keep them.
 *
 * @param folder absolute; may be a link to where the files are
 * @returns a sentence for every difference
 */
export function installedDifferences(folder: string, expected: readonly ExpectedFile[]): string[] {
  const installed = readFolder(folder);
  if (!installed) return ['the folder of the skill was not made'];
  const promised = new Map(expected.map(({ path, digest }) => [path, digest]));
  return [
    ...[...promised].flatMap(([path, digest]) => {
      const found = installed.get(path);
      if (found === digest) return [];
      return [found === undefined ? `${path} is missing` : `${path} has the digest ${found}`];
    }),
    ...[...installed.keys()]
      .filter((path) => !promised.has(path) && !OWN_FILES.has(path))
      .map((path) => `${path} was not published`),
  ];
}

function readFolder(folder: string): Map<string, string> | undefined {
  let root: string;
  try {
    root = realpathSync(folder);
  } catch {
    return undefined;
  }
  const files = new Map<string, string>();
  const visit = (inside: string) => {
    for (const entry of readdirSync(join(root, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else files.set(path, entry.isFile() ? digestOf(readFileSync(join(root, path))) : 'none');
    }
  };
  visit('');
  return files;
}
