import { type FetchedSkill, fetchSkills } from './fetch-skills';
import { InstallationError } from './installation-error';
import { urlFault } from './lock-file';
import type { Lock, LockedSkill } from './locked-skill';
import { inLockstep } from './lockstep';
import { readRelease } from './read-release';
import { resolveSource } from './resolve-source';
import { ownSkills, requireSkills, type Selection, selectSkills } from './select-skills';
import { type Site, type SiteOptions, withSite } from './site';
import type { SkillSource } from './skill-source';

/** What is to be locked. */
export interface LockRequest {
  readonly source: SkillSource;
  readonly selection: Selection;
  readonly before: Lock;
  readonly site: SiteOptions;
  /** Told when a deploy seems to have come in between, and everything begins anew. */
  readonly onRetry: (error: InstallationError) => void;
}

/** A lock, and the skills of the origin with the locked bytes. */
export interface LockedRelease {
  readonly lock: Lock;
  readonly fetched: readonly FetchedSkill[];
}

/**
 * Locks skills of an origin, all of them from one release, and fetches them: a lock never has what
 * cannot be installed. Writes nothing.
 *
 * @throws InstallationError when anything is wrong with one of them, in the second attempt at the
 *   latest
 */
export async function lockRelease(request: LockRequest): Promise<LockedRelease> {
  const { before, site, onRetry } = request;
  const source = await resolveSource(request.source, before, site);
  const attempt = () =>
    withSite(source.origin, site, async (opened) => {
      const { lock, offered } = await propose(opened, { ...request, source });
      requireSkills(lock, source.origin, before, offered);
      return { lock, fetched: await fetchSkills(opened, ownSkills(lock, source.origin)) };
    });
  return inLockstep(attempt, onRetry);
}

/** A lock as it would be, and all that the origin offers. */
export interface ProposedLock {
  readonly lock: Lock;
  readonly offered: readonly LockedSkill[];
}

/** The lock that `lockRelease` would make, be it without a skill, and without a look at artifacts. */
export async function proposeLock(request: LockRequest): Promise<ProposedLock> {
  const { before, site, onRetry } = request;
  const source = await resolveSource(request.source, before, site);
  const attempt = () =>
    withSite(source.origin, site, (opened) => propose(opened, { ...request, source }));
  return inLockstep(attempt, onRetry);
}

async function propose(
  opened: Site,
  { source, selection, before, site }: LockRequest,
): Promise<ProposedLock> {
  const { origin, version, skill } = source;
  const names = [...selection.names, ...(skill === undefined ? [] : [skill])];
  const offered = await readRelease(opened, version);
  const lock = selectSkills(offered, origin, before, { ...selection, names });
  const own = ownSkills(lock, origin);
  for (const each of own) {
    const fault = urlFault(each, site);
    if (fault !== undefined) throw foreign(each, fault);
  }
  for (const each of own) refuseRewritten(each, before);
  return { lock, offered };
}

/** A host can rewrite a release and all that vouches for it: the lock tells what it was. */
function refuseRewritten({ name, version, digest, index }: LockedSkill, before: Lock): void {
  if (version === undefined) return;
  const known = before.skills.find(
    (each) => each.name === name && each.version === version && each.index === index,
  );
  if (!known || known.digest === digest) return;
  throw new InstallationError(
    'installation/release-changed',
    `"${name}" of ${version} has the digest ${digest} now, and was locked with ${known.digest}. A release that was published must not change.`,
    'ask the publisher. To accept the new bytes, remove the entry from the lock, and lock again.',
  );
}

function foreign({ name, url }: LockedSkill, fault: string): InstallationError {
  return new InstallationError(
    'installation/index',
    `The index has the url ${JSON.stringify(url.slice(0, 200))} for "${name}", which ${fault}.`,
    'allow its host with --allowed-host if you trust it.',
  );
}
