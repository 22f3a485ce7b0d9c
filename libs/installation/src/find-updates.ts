import { type ChangedSkill, compareLocks } from './compare-locks';
import type { InstallationError } from './installation-error';
import { proposeLock } from './lock-release';
import type { Lock, LockedSkill } from './locked-skill';
import type { SiteOptions } from './site';
import type { SkillSource } from './skill-source';

/** What locking again would change, and what it could take in addition. */
export interface Updates {
  readonly changed: readonly ChangedSkill[];
  readonly removed: readonly LockedSkill[];
  /** Offered, and not in the lock. */
  readonly added: readonly LockedSkill[];
}

/**
 * Compares a lock with what its origins offer today. Writes nothing, and fetches no artifacts.
 *
 * @param sources without a version; each compares all that is locked from its origin
 * @param onRetry is told when a deploy seems to have come in between
 * @throws InstallationError when one of them cannot be read
 */
export async function findUpdates(
  lock: Lock,
  sources: readonly SkillSource[],
  site: SiteOptions,
  onRetry: (error: InstallationError) => void,
): Promise<Updates> {
  const locked = new Set(lock.skills.map(({ name }) => name));
  const changed: ChangedSkill[] = [];
  const removed: LockedSkill[] = [];
  const added: LockedSkill[] = [];
  for (const source of sources) {
    const selection = { names: [], all: false };
    const request = { source, selection, before: lock, site, onRetry };
    const proposed = await proposeLock(request);
    const changes = compareLocks(lock, proposed.lock);
    changed.push(...changes.changed);
    removed.push(...changes.removed);
    added.push(...proposed.offered.filter(({ name }) => !locked.has(name)));
  }
  return { changed, removed, added };
}
