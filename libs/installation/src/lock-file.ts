import { existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isVersion, type Origin } from '@nx-agent-skills/discovery';
import { isSkillName, showPath } from '@nx-agent-skills/skill';
import { z } from 'zod';
import { InstallationError } from './installation-error';
import { EMPTY_LOCK, type Lock, type LockedSkill, lockOf } from './locked-skill';
import { parseJson } from './parse-json';
import { sourceOfIndex } from './skill-source';

/** What a lock may lead to. */
export interface LockAccess {
  /** Whether http and loopback addresses are allowed. */
  readonly preview: boolean;
  /** Other hosts, with their ports, that artifacts may be on. */
  readonly allowedHosts: readonly string[];
}

const shape = z.strictObject({
  version: z.literal(1),
  skills: z.array(
    z.strictObject({
      name: z.string().refine(isSkillName),
      type: z.enum(['skill-md', 'archive']),
      url: z.string(),
      digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
      index: z.string(),
      version: z.string().refine(isVersion).exactOptional(),
    }),
  ),
});

/**
 * Reads a lock. It is not trusted: whoever can change it must not lead an install to another host
 * or out of a folder.
 *
 * @param file absolute
 * @throws InstallationError `installation/no-lock` when there is none, `installation/lock` when it
 *   is not as `serializeLock` writes it, or has a URL that is not allowed
 */
export function readLock(file: string, access: LockAccess): Lock {
  const text = readText(file);
  if (text !== undefined) return parseLock(text, file, access);
  throw new InstallationError(
    'installation/no-lock',
    `There is no lock ${file}.`,
    'make one with nx-agent-skills lock <origin>, and commit it.',
  );
}

/**
 * `readLock` for whoever may be the first to write it.
 *
 * @throws InstallationError `installation/lock-place` too, as `writeLock` does
 */
export function readLockIfAny(file: string, access: LockAccess): Lock {
  refusePlace(file);
  const text = readText(file);
  return text === undefined ? EMPTY_LOCK : parseLock(text, file, access);
}

/**
 * Writes a lock as a whole, unless it is there already.
 *
 * @param file absolute
 * @returns puts back what was there
 * @throws InstallationError `installation/lock-place` where a lock cannot be
 */
export function writeLock(file: string, lock: Lock): () => void {
  refusePlace(file);
  const before = readText(file);
  const text = serializeLock(lock);
  if (before === text) return () => undefined;
  replaceFile(file, text);
  return () => {
    if (before === undefined) rmSync(file);
    else replaceFile(file, before);
  };
}

/** A disk that is full must not leave half of a file. */
function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  rmSync(unfinished, { force: true });
  try {
    writeFileSync(unfinished, text, { flag: 'wx' });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** A link could lead out of the project, and a file in its place would be none that others share. */
function refusePlace(file: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) throw noPlace(`There is no folder ${folder} for the lock.`, 'make it.');
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) {
    const fix = 'name the file that it leads to with --lock, or put a file in its place.';
    throw noPlace(`The lock ${file} is a link, and is not written through it.`, fix);
  }
  if (stats && !stats.isFile()) {
    throw noPlace(`The lock ${file} is no file.`, 'name a file with --lock.');
  }
}

const noPlace = (message: string, fix: string) =>
  new InstallationError('installation/lock-place', message, fix);

/** The bytes of a lock: sorted by name, two-space JSON, final newline; nothing of time or machine. */
export function serializeLock({ skills }: Lock): string {
  const written = lockOf(skills).skills.map(({ name, type, url, digest, index, version }) => ({
    name,
    type,
    url,
    digest,
    index,
    ...(version === undefined ? {} : { version }),
  }));
  return `${JSON.stringify({ version: 1, skills: written }, null, 2)}\n`;
}

/** The origin that a skill was locked from. */
export function originOf({ index }: LockedSkill): Origin {
  const source = sourceOfIndex(index, true);
  if (!source) throw new RangeError(`No lock has the index ${index}.`);
  return source.origin;
}

/** Says why an artifact must not be fetched from its URL, in half a sentence; undefined when it may. */
export function urlFault({ url, index }: LockedSkill, access: LockAccess): string | undefined {
  if (!URL.canParse(url) || new URL(url).href !== url) return 'is no URL in its normal form';
  const { protocol, host, username, password, hash } = new URL(url);
  const site = new URL(index);
  if (protocol !== 'https:' && protocol !== site.protocol) return 'is not https';
  if (username !== '' || password !== '' || hash !== '') {
    return 'carries a user, a password or a fragment';
  }
  if (host === site.host || access.allowedHosts.includes(host)) return undefined;
  return `is not on ${site.host}, where its index is`;
}

function parseLock(text: string, file: string, access: LockAccess): Lock {
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.map(String).join('.') || 'the document';
    throw damaged(file, `${showPath(path)} is not what a lock has there`);
  }
  const { skills } = parsed.data;
  for (const [at, skill] of skills.entries()) {
    const before = skills[at - 1];
    if (before && before.name >= skill.name) {
      throw damaged(file, `"${skill.name}" stands after "${before.name}", and names are sorted`);
    }
    const fault = skillFault(skill, access);
    if (fault !== undefined) throw damaged(file, `"${skill.name}" has ${fault}`);
  }
  return { skills };
}

function skillFault(skill: LockedSkill, access: LockAccess): string | undefined {
  const source = sourceOfIndex(skill.index, access.preview);
  if (!source) return `the index ${shown(skill.index)}, which is none of an https origin`;
  if (source.version !== skill.version) {
    return `the index ${shown(skill.index)} of another version than "version" says`;
  }
  const fault = urlFault(skill, access);
  return fault === undefined ? undefined : `the url ${shown(skill.url)}, which ${fault}`;
}

const shown = (url: string) => showPath(JSON.stringify(url.slice(0, 200)));

function damaged(file: string, reason: string): InstallationError {
  return new InstallationError(
    'installation/lock',
    `${file}: ${reason}.`,
    'take the file from git as it was, or remove it and lock again. Artifacts on another host need --allowed-host, a server on this machine --preview.',
  );
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
