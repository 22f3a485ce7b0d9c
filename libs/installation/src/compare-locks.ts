import type { Lock, LockedSkill } from './locked-skill';

/** A skill that two locks have, each in its own way. */
export interface ChangedSkill {
  readonly before: LockedSkill;
  readonly after: LockedSkill;
}

/** What is other in the second of two locks; all sorted by name. */
export interface LockChanges {
  readonly added: readonly LockedSkill[];
  readonly changed: readonly ChangedSkill[];
  readonly removed: readonly LockedSkill[];
  readonly unchanged: number;
}

/** Compares two locks, entry by entry. */
export function compareLocks(before: Lock, after: Lock): LockChanges {
  const earlier = new Map(before.skills.map((skill) => [skill.name, skill]));
  const later = new Set(after.skills.map(({ name }) => name));
  const added = after.skills.filter(({ name }) => !earlier.has(name));
  const changed = after.skills.flatMap((skill): ChangedSkill[] => {
    const known = earlier.get(skill.name);
    return known && !isSame(known, skill) ? [{ before: known, after: skill }] : [];
  });
  const removed = before.skills.filter(({ name }) => !later.has(name));
  const unchanged = after.skills.length - added.length - changed.length;
  return { added, changed, removed, unchanged };
}

function isSame(one: LockedSkill, other: LockedSkill): boolean {
  return (
    one.digest === other.digest &&
    one.url === other.url &&
    one.index === other.index &&
    one.type === other.type
  );
}
