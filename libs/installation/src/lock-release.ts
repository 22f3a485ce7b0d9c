import { type FetchedSkill, fetchSkills } from './fetch-skills';
import { InstallationError } from './installation-error';
import { originOf, urlFault } from './lock-file';
import type { Lock, LockedSkill } from './locked-skill';
import { inLockstep } from './lockstep';
import { readRelease } from './read-release';
import { type Selection, selectSkills } from './select-skills';
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
export function lockRelease(request: LockRequest): Promise<LockedRelease> {
  const { source, site, onRetry } = request;
  const attempt = () =>
    withSite(source.origin, site, async (opened) => {
      const { lock } = await propose(opened, request);
      return { lock, fetched: await fetchSkills(opened, ownSkills(lock, source)) };
    });
  return inLockstep(attempt, onRetry);
}

/** A lock as it would be, and all that the origin offers. */
export interface ProposedLock {
  readonly lock: Lock;
  readonly offered: readonly LockedSkill[];
}

/** The lock that `lockRelease` would make, without a look at the artifacts. */
export function proposeLock(request: LockRequest): Promise<ProposedLock> {
  const { source, site, onRetry } = request;
  const attempt = () => withSite(source.origin, site, (opened) => propose(opened, request));
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
  for (const each of ownSkills(lock, source)) {
    const fault = urlFault(each, site);
    if (fault !== undefined) throw foreign(each, fault);
  }
  for (const each of ownSkills(lock, source)) refuseRewritten(each, before);
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

const ownSkills = ({ skills }: Lock, { origin }: SkillSource) =>
  skills.filter((skill) => originOf(skill).href === origin.href);

function foreign({ name, url }: LockedSkill, fault: string): InstallationError {
  return new InstallationError(
    'installation/index',
    `The index has the url ${JSON.stringify(url.slice(0, 200))} for "${name}", which ${fault}.`,
    'allow its host with --allowed-host if you trust it.',
  );
}
