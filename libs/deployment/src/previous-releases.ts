import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { parseVersions, publishedPath, VersionsError } from '@nx-agent-skills/discovery';
import { hasCommit, readCommittedFile } from './committed-file';
import type { ReleaseDigests } from './compare-versions';
import { DeploymentError } from './deployment-error';
import { printable } from './diagnosis';

/** The releases that were published before, or the URL of the versions.json that lists them. */
export type PreviousReleases = { from: string; digests: ReleaseDigests } | { url: string };

/** Where a workspace keeps its snapshots. */
export interface SnapshotPlace {
  /** Absolute: the workspace. */
  root: string;
  /** Relative to it. */
  snapshotsDir: string;
}

const GIT = 'git:';
const VERSIONS_FILE = 'versions.json';

/**
 * Finds what was published before, by what a publisher names: the URL of an origin or of a
 * versions.json, which is not requested here; `git:<revision>`, whose committed snapshots count; or
 * a versions.json, a folder of snapshots, or a folder of a published tree.
 *
 * @throws DeploymentError `deployment/previous` when nothing is there, or it is something else
 */
export function findPreviousReleases(received: string, place: SnapshotPlace): PreviousReleases {
  if (received.startsWith(GIT)) return releasesAt(received.slice(GIT.length), place);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(received)) return { url: versionsUrl(received) };
  return releasesIn(resolve(place.root, received), received);
}

/** The releases that are committed; undefined outside of git. */
export function committedReleases(place: SnapshotPlace): PreviousReleases | undefined {
  return hasCommit(place.root) ? releasesAt('HEAD', place) : undefined;
}

function releasesAt(revision: string, { root, snapshotsDir }: SnapshotPlace): PreviousReleases {
  const from = `${GIT}${revision}`;
  const bytes = readCommittedFile(root, revision, posix.join(snapshotsDir, VERSIONS_FILE));
  // A revision from before the first snapshot.
  if (bytes === undefined) return { from, digests: {} };
  return { from, digests: digestsOf(bytes, `${snapshotsDir}/${VERSIONS_FILE} of ${from}`) };
}

/** The versions.json of an origin, or the one that is named itself. */
function versionsUrl(received: string): string {
  const url = URL.canParse(received) ? new URL(received) : undefined;
  if (url?.username !== '' || url.password !== '') {
    throw new DeploymentError(
      'deployment/previous',
      'The option "previous" received a URL that is none, or has a user or a password in it.',
      'Write it as "https://skills.acme.example", or as the https URL of a versions.json.',
    );
  }
  if (url.pathname.endsWith('.json')) return url.href;
  return `${url.origin}${url.pathname.replace(/\/$/, '')}/${publishedPath.versions}`;
}

function releasesIn(path: string, from: string): PreviousReleases {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) return { from, digests: digestsOf(readFileSync(path), path) };
  const files = [publishedPath.versions, VERSIONS_FILE].map((file) => join(path, file));
  const file = files.find(existsSync);
  if (file !== undefined) return { from, digests: digestsOf(readFileSync(file), file) };
  // A tree that was published without releases.
  if (existsSync(join(path, publishedPath.index))) return { from, digests: {} };
  throw new DeploymentError(
    'deployment/previous',
    `The option "previous" received ${JSON.stringify(from)}, where no versions.json and no published tree lies.`,
    'Name a versions.json, a folder of snapshots, a folder of a published tree, an https origin, or git:<revision>.',
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
