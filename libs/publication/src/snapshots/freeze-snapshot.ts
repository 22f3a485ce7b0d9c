import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import {
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
import { readSnapshots } from './read-snapshots';
import { snapshotIndexFile, storedFile, VERSIONS_FILE, writeWhole } from './snapshot-store';

export interface FrozenSnapshot {
  version: string;
  digest: string;
  /** How many skills it has. */
  skills: number;
  /** How many artifacts no earlier snapshot had. */
  stored: number;
  /** Whether there was this very snapshot before, so that nothing was written. */
  isUnchanged: boolean;
}

/**
 * Freezes a published tree as a version: its index with urls that stay, and the bytes of every
 * artifact. versions.json is written last, so that a kill leaves nothing that counts.
 *
 * @param tree absolute; it is verified first
 * @param folder absolute: where all snapshots lie, or will lie
 * @throws PublicationError `publication/snapshot` when the version cannot be used or is another
 *   release already, or the snapshots before are damaged; `publication/verification` for the tree
 */
export function freezeSnapshot(tree: string, folder: string, version: string): FrozenSnapshot {
  if (!isVersion(version)) throw badVersion(version);
  const { index, origin } = verifyTree(tree);
  const before = existsSync(join(folder, VERSIONS_FILE))
    ? readSnapshots(folder, origin)
    : undefined;
  const text = serializeIndex(frozenIndex(index, origin, version));
  const digest = digestOf(Buffer.from(text, 'utf8'));
  const known = before?.list.find((snapshot) => snapshot.version === version);
  const frozen = { version, digest, skills: index.skills.length };
  if (known?.digest === digest) return { ...frozen, stored: 0, isUnchanged: true };
  if (known) throw otherRelease(version, known.digest, digest);
  let stored = 0;
  for (const { url, digest: artifact } of index.skills) {
    const file = join(folder, storedFile(artifact));
    if (!existsSync(file)) stored += 1;
    writeWhole(file, readFileSync(join(tree, pathOfUrl(origin, url))));
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
      const path = publishedPath.snapshotFile(version, pathOfUrl(origin, entry.url));
      return { ...entry, url: artifactUrl(origin, path) };
    }),
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
