import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import {
  type Origin,
  parseVersions,
  publishedPath,
  VersionsError,
} from '@nx-agent-skills/discovery';
import { hasCommit, isInRepository, PublicationError } from '@nx-agent-skills/publication';
import { readCommittedFile } from './committed-file';
import type { ReleaseDigests } from './compare-versions';
import { DeploymentError } from './deployment-error';
import { printable } from './diagnosis';
import { misplacedReleases } from './misplaced-releases';

/** The releases that were published before, or the URL of the versions.json that lists them. */
export type PreviousReleases = KnownReleases | RequestableReleases;

interface KnownReleases {
  /** What the publisher calls it. */
  from: string;
  digests: ReleaseDigests;
  /** Why there are none, in half a sentence; for people. */
  noneBecause?: string;
  /** Whether the publisher has not named it, and may have no releases at all. */
  isDefault?: true;
}

interface RequestableReleases {
  url: string;
  /** Whether it may be missing: an origin need not have releases, a file that is named has to be there. */
  mayBeMissing: boolean;
}

/** Where a workspace keeps its snapshots. */
export interface SnapshotPlace {
  /** Absolute: the workspace. */
  root: string;
  /** Relative to it. */
  snapshotsDir: string;
  /** That its releases are frozen for. */
  origin?: Origin | undefined;
}

const GIT = 'git:';
const VERSIONS_FILE = 'versions.json';

/**
 * Finds what was published before, by what a publisher names: the URL of an origin or of a
 * versions.json, which is not requested here; `git:<revision>`, whose committed snapshots count; or
 * a versions.json, a folder of snapshots, or a folder of a published tree.
 *
 * @throws DeploymentError `deployment/previous` when nothing is there, or it is something else;
 *   PublicationError `publication/git` for a revision that git does not have or cannot read
 */
export function findPreviousReleases(received: string, place: SnapshotPlace): PreviousReleases {
  if (received.startsWith(GIT)) return releasesAt(received.slice(GIT.length), place);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(received)) return requestable(received);
  if (received.trim() !== '') return releasesIn(resolve(place.root, received), received);
  throw new DeploymentError('deployment/previous', 'The option "previous" is empty.', WHAT_TO_NAME);
}

const WHAT_TO_NAME =
  'Name a versions.json, a folder of snapshots, a folder of a published tree, an https origin, or git:<revision>.';

/**
 * The releases that are committed.
 *
 * @throws DeploymentError, PublicationError as `findPreviousReleases`
 */
export function committedReleases(place: SnapshotPlace): PreviousReleases {
  const none = (noneBecause: string) => ({ from: `${GIT}HEAD`, digests: {}, noneBecause });
  if (!isInRepository(place.root)) {
    return { ...none('the workspace lies in no git repository'), isDefault: true };
  }
  try {
    if (!hasCommit(place.root)) return { ...none('nothing is committed yet'), isDefault: true };
    return { ...releasesAt('HEAD', place), isDefault: true };
  } catch (error) {
    // Whoever has no releases needs no git.
    const needsGit = existsSync(join(place.root, place.snapshotsDir));
    if (needsGit || !(error instanceof PublicationError)) throw error;
    const [reason = ''] = error.message.split('\n');
    return { ...none(reason.replace(/\.$/, '')), isDefault: true };
  }
}

/** Nothing was published in a revision from before the first snapshot. */
function releasesAt(revision: string, place: SnapshotPlace): KnownReleases {
  const from = `${GIT}${revision}`;
  const file = posix.join(place.snapshotsDir, VERSIONS_FILE);
  const bytes = readCommittedFile(place.root, revision, file);
  if (bytes) return { from, digests: digestsOf(bytes, `${file} of ${from}`) };
  const [elsewhere, ...others] = misplacedReleases(place.root, revision, place.origin);
  if (elsewhere === undefined) {
    return { from, digests: {}, noneBecause: `no release is committed in ${from}` };
  }
  const more = others.length > 0 ? ` (and at ${others.length} more places)` : '';
  const folder = posix.dirname(elsewhere);
  throw new DeploymentError(
    'deployment/previous',
    `${from} has no ${printable(file)}, but releases of this workspace in ${printable(elsewhere)}${more}: nothing would be compared with them.`,
    `Set the option "snapshotsDir" to the folder of the snapshots. Where it was another one in that revision, name that for this run: --snapshotsDir=${printable(folder)}.`,
  );
}

/** The versions.json of an origin, or the one that is named itself. */
function requestable(received: string): RequestableReleases {
  const url = URL.canParse(received) ? new URL(received) : undefined;
  if (url?.username !== '' || url.password !== '') {
    throw new DeploymentError(
      'deployment/previous',
      'The option "previous" received a URL that is none, or has a user or a password in it.',
      'Write it as "https://skills.acme.example", or as the https URL of a versions.json.',
    );
  }
  if (url.pathname.endsWith('.json')) return { url: url.href, mayBeMissing: false };
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}`;
  return { url: `${base}/${publishedPath.versions}`, mayBeMissing: true };
}

function releasesIn(path: string, from: string): KnownReleases {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) return { from, digests: digestsOf(readFileSync(path), path) };
  const files = [publishedPath.versions, VERSIONS_FILE].map((file) => join(path, file));
  const file = files.find(existsSync);
  if (file !== undefined) return { from, digests: digestsOf(readFileSync(file), file) };
  // A tree that was published without releases.
  if (existsSync(join(path, publishedPath.index))) {
    return { from, digests: {}, noneBecause: `the tree in ${from} has no releases` };
  }
  throw new DeploymentError(
    'deployment/previous',
    `The option "previous" received ${JSON.stringify(from)}, where no versions.json and no published tree lies.`,
    WHAT_TO_NAME,
  );
}

function digestsOf(bytes: Buffer, what: string): ReleaseDigests {
  try {
    return parseVersions(bytes.toString('utf8')).digests;
  } catch (error) {
    if (!(error instanceof VersionsError)) throw error;
    throw new DeploymentError(
      'deployment/previous',
      `${what} is no versions.json: ${printable(error.problems.join('; '))}.`,
      'Name the versions.json of snapshots, as it was published.',
    );
  }
}
