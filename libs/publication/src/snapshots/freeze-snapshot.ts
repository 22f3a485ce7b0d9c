import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import {
  addressOf,
  artifactUrl,
  buildIndex,
  type DiscoveryIndex,
  isVersion,
  type Origin,
  pathOfUrl,
  publishedPath,
  serializeIndex,
  serializeVersions,
} from '@nx-agent-skills/discovery';
import { PublicationError } from '../publication-error';
import { verifyTree } from '../verify-tree';
import { lockSnapshots } from './lock-snapshots';
import { readSnapshots, type SnapshotPlaces } from './read-snapshots';
import { snapshotIndexFile, storedFile, VERSIONS_FILE, writeWhole } from './snapshot-store';

export interface FrozenSnapshot {
  version: string;
  digest: string;
  /** How many skills it has. */
  skills: number;
  /** How many artifacts are stored with it that no earlier snapshot had. */
  stored: number;
  /** Whether there was this very snapshot before, so that nothing was written. */
  isUnchanged: boolean;
}

/**
 * Freezes a published tree as a version: its index with urls that stay, and the bytes of every
 * artifact, or the digests of them alone. versions.json is written last, so that a kill leaves
 * nothing that counts.
 *
 * @param tree absolute; it is verified first
 * @param places where all snapshots lie, or will lie
 * @param digestsOnly whether artifacts are kept where rebuilt ones are, and not with the snapshot
 * @throws PublicationError `publication/snapshot` when the version cannot be used or is another
 *   release already, or the snapshots before are damaged; `publication/verification` for the tree
 */
export function freezeSnapshot(
  tree: string,
  places: SnapshotPlaces,
  version: string,
  digestsOnly = false,
): FrozenSnapshot {
  if (!isVersion(version) || version.length > MAX_VERSION) throw badVersion(version);
  const release = lockSnapshots(places.folder);
  try {
    return freeze(tree, places, version, digestsOnly);
  } finally {
    release();
  }
}

/** Folders and urls are called by it. */
const MAX_VERSION = 100;

function freeze(
  tree: string,
  places: SnapshotPlaces,
  version: string,
  digestsOnly: boolean,
): FrozenSnapshot {
  const { folder, rebuild } = places;
  const store = digestsOnly && rebuild ? rebuild.folder : folder;
  const { index, origin } = verifyTree(tree);
  const before = existsSync(join(folder, VERSIONS_FILE))
    ? readSnapshots(places, origin)
    : undefined;
  const text = serializeIndex(frozenIndex(index, origin, version));
  const digest = digestOf(Buffer.from(text, 'utf8'));
  const known = before?.list.find((snapshot) => snapshot.version === version);
  const frozen = { version, digest, skills: index.skills.length };
  if (known?.digest === digest) return { ...frozen, stored: 0, isUnchanged: true };
  if (known) throw otherRelease(version, known.digest, digest);
  let stored = 0;
  for (const { url, digest: artifact } of index.skills) {
    const file = join(store, storedFile(artifact));
    if (store === folder && !existsSync(file)) stored += 1;
    const bytes = readFileSync(join(tree, pathOfUrl(origin, url)));
    if (digestOf(bytes) !== artifact) throw treeExchanged(tree);
    writeWhole(file, bytes);
  }
  writeWhole(join(folder, snapshotIndexFile(version)), Buffer.from(text, 'utf8'));
  const all = [...(before?.list ?? []), { version, digest }];
  const versions = serializeVersions({
    versions: all.map((each) => each.version),
    digests: Object.fromEntries(all.map((each) => [each.version, each.digest])),
  });
  writeWhole(join(folder, VERSIONS_FILE), Buffer.from(versions, 'utf8'));
  return { ...frozen, stored, isUnchanged: false };
}

/** The index with the urls of a version. */
function frozenIndex(index: DiscoveryIndex, origin: Origin, version: string): DiscoveryIndex {
  return buildIndex(
    index.skills.map((entry) => {
      const path = pathOfUrl(origin, entry.url);
      // That url stays as it is, and a file that several releases have is published once.
      if (addressOf(path) === entry.digest) return entry;
      return { ...entry, url: artifactUrl(origin, publishedPath.snapshotFile(version, path)) };
    }),
  );
}

function treeExchanged(tree: string): PublicationError {
  return new PublicationError(
    'publication/verification',
    `The tree in ${tree} was exchanged while it was frozen.\n    Fix: freeze it again when no publication is running.`,
  );
}

function badVersion(version: string): PublicationError {
  return new PublicationError(
    'publication/snapshot',
    `The version ${JSON.stringify(version)} is none.\n    Fix: write it in full and without "v" or build metadata, such as 1.2.0 or 2.0.0-beta.1.`,
  );
}

function otherRelease(version: string, before: string, now: string): PublicationError {
  return new PublicationError(
    'publication/snapshot',
    `The version ${version} is frozen already, as another release: its index has the digest ${before}, that of now would have ${now}.\n    Fix: choose the next version. A release that was published must not change.`,
  );
}
