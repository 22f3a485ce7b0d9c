import type { EntryType } from '@nx-agent-skills/discovery';

/** One skill of a lock: which bytes, and where they come from. */
export interface LockedSkill {
  readonly name: string;
  readonly type: EntryType;
  readonly url: string;
  /** `sha256:` and 64 lower-case hexadecimal digits, of the artifact. */
  readonly digest: string;
  /** The index that the entry was read from. */
  readonly index: string;
  /** The version of the snapshot that the index belongs to. */
  readonly version?: string;
}

/** Skills that belong together, sorted by name. */
export interface Lock {
  readonly skills: readonly LockedSkill[];
}

/** The lock of somebody who has none yet. */
export const EMPTY_LOCK: Lock = { skills: [] };

/** A lock of these skills, sorted by code unit, in every locale. */
export function lockOf(skills: readonly LockedSkill[]): Lock {
  return { skills: [...skills].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) };
}
