import type { Origin } from '@nx-agent-skills/discovery';
import { InstallationError } from './installation-error';
import { originOf } from './lock-file';
import { type Lock, type LockedSkill, lockOf } from './locked-skill';

/** Which skills of an origin a lock is to have. */
export interface Selection {
  /** Names that it must have, in addition to those that it has already. */
  readonly names: readonly string[];
  /** Whether it takes all that the origin offers. */
  readonly all: boolean;
}

/**
 * Makes the lock that follows on another one: all skills of the origin from one release, those of
 * other origins as they are. Without names it keeps to the skills that it has from there; where it
 * has none, it takes all. A skill that the release no longer has is left out.
 *
 * @param release what the origin offers
 * @throws InstallationError `installation/unknown-skill` for a name that the release does not have,
 *   `installation/two-origins` for a name that another origin has
 */
export function selectSkills(
  release: readonly LockedSkill[],
  origin: Origin,
  before: Lock,
  { names, all }: Selection,
): Lock {
  const own = ownSkills(before, origin);
  const offered = new Set(release.map(({ name }) => name));
  const unknown = names.filter((name) => !offered.has(name));
  if (unknown.length > 0) {
    throw notOffered(unknown, origin, release, 'name skills that it offers.');
  }
  const wanted = new Set([...own.map(({ name }) => name), ...names]);
  const takesAll = all || wanted.size === 0;
  const taken = release.filter(({ name }) => takesAll || wanted.has(name));
  const others = before.skills.filter((skill) => !own.includes(skill));
  const takenNames = new Set(taken.map(({ name }) => name));
  const twice = others.find(({ name }) => takenNames.has(name));
  if (twice) throw inTwoOrigins(twice, origin);
  return lockOf([...others, ...taken]);
}

/**
 * Makes sure that a lock has skills of an origin: one without them is most likely a mistake.
 *
 * @throws InstallationError `installation/unknown-skill`
 */
export function requireSkills(
  lock: Lock,
  origin: Origin,
  before: Lock,
  release: readonly LockedSkill[],
): void {
  if (ownSkills(lock, origin).length > 0) return;
  const names = ownSkills(before, origin).map(({ name }) => name);
  const fix = 'name skills that it offers, or remove their entries from the lock.';
  throw notOffered(names, origin, release, fix);
}

/** The skills of a lock that are of an origin. */
export function ownSkills({ skills }: Lock, { href }: Origin): LockedSkill[] {
  return skills.filter((skill) => originOf(skill).href === href);
}

/** How many names are told. */
const MAX_NAMED = 10;

function notOffered(
  names: readonly string[],
  { href }: Origin,
  release: readonly LockedSkill[],
  fix: string,
): InstallationError {
  const list = (all: readonly string[]) =>
    all.length <= MAX_NAMED ? all.join(', ') : `${all.slice(0, MAX_NAMED).join(', ')}, …`;
  const offers = release.length === 0 ? 'nothing' : list(release.map(({ name }) => name));
  const asked = names.length === 0 ? 'any skill' : names.map((name) => JSON.stringify(name));
  return new InstallationError(
    'installation/unknown-skill',
    `${href} does not offer ${typeof asked === 'string' ? asked : list(asked)}; it offers ${offers}.`,
    fix,
  );
}

function inTwoOrigins(skill: LockedSkill, { href }: Origin): InstallationError {
  return new InstallationError(
    'installation/two-origins',
    `"${skill.name}" is locked from ${originOf(skill).href}, and ${href} has one of that name too; an agent finds only one.`,
    'take the skills that you want from there by name, with --skill, or remove the entry from the lock.',
  );
}
