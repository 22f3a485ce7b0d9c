import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { archivePathFault, digestOf } from '@nx-agent-skills/artifact';
import { isSkillName } from '@nx-agent-skills/skill';
import { z } from 'zod';
import type { FetchedSkill } from './fetch-skills';
import { InstallationError } from './installation-error';
import { parseJson } from './parse-json';

/** The file in a skills folder that tells what was installed there. */
export const STATE_FILE = '.agent-skills-installed.json';

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const shape = z.strictObject({
  version: z.literal(1),
  skills: z.array(
    z.strictObject({
      name: z.string().refine(isSkillName),
      digest,
      locks: z.array(z.string()).min(1),
      files: z.array(
        z.strictObject({
          path: z.string().refine((path) => archivePathFault(path) === undefined),
          digest,
        }),
      ),
    }),
  ),
});

/** A file as it was installed. */
export interface InstalledFile {
  readonly path: string;
  readonly digest: string;
}

/** A skill as it was installed. */
export interface InstalledSkill {
  readonly name: string;
  /** Of the artifact. */
  readonly digest: string;
  /** The locks that have it, relative to the project or the home folder, sorted. */
  readonly locks: readonly string[];
  readonly files: readonly InstalledFile[];
}

/**
 * Reads what was installed into a skills folder. It is not trusted: its names and paths cannot lead
 * out of the folder.
 *
 * @param folder absolute
 * @returns nothing when there is no such file
 * @throws InstallationError `installation/state`, as `parseState` does
 */
export function readState(folder: string): InstalledSkill[] {
  const text = readStateText(folder);
  return text === undefined ? [] : parseState(text, join(folder, STATE_FILE));
}

/**
 * Reads the text of a state.
 *
 * @param file names it in errors
 * @throws InstallationError `installation/state` when it is not as `serializeState` writes it
 */
export function parseState(text: string, file: string): InstalledSkill[] {
  const parsed = shape.safeParse(parseJson(text));
  if (parsed.success) return parsed.data.skills;
  throw new InstallationError(
    'installation/state',
    `${file} does not tell what was installed.`,
    'remove it, and take its skills for your own: use --force once to have them installed again, after a look at them.',
  );
}

/** The text of the state; undefined when there is none. */
export function readStateText(folder: string): string | undefined {
  const file = join(folder, STATE_FILE);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return undefined;
  return stats.isFile() ? readFileSync(file, 'utf8') : '';
}

/** The bytes of the state: sorted by name, two-space JSON, final newline. */
export function serializeState(skills: readonly InstalledSkill[]): string {
  const sorted = [...skills].sort((a, b) => (a.name < b.name ? -1 : 1));
  return `${JSON.stringify({ version: 1, skills: sorted }, null, 2)}\n`;
}

/** What the state will have of a skill. */
export function installedSkill(
  { locked, files }: FetchedSkill,
  locks: readonly string[],
): InstalledSkill {
  const { name, digest } = locked;
  return {
    name,
    digest,
    locks,
    files: files.map(({ path, bytes }) => ({ path, digest: digestOf(bytes) })),
  };
}
