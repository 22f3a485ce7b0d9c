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
  OriginError,
  parseOrigin,
  pathOfUrl,
  publishedPath,
  serializeIndex,
  serializeReleases,
} from '@nx-agent-skills/discovery';
import { submodulesOf } from '../git/submodules';
import { whyUnlike } from '../git/why-unlike';
import { PublicationError } from '../publication-error';
import { verifyTree } from '../verify-tree';
import { lockSnapshots } from './lock-snapshots';
import { readSnapshots, type SnapshotPlaces, type Snapshots } from './read-snapshots';
import { type RebuildOptions, rebuildArtifacts } from './rebuild-artifacts';
import {
  removeUnfinished,
  snapshotIndexFile,
  storedFile,
  VERSIONS_FILE,
  writeWhole,
} from './snapshot-store';

export interface FrozenSnapshot {
  version: string;
  digest: string;
  /** How many skills it has. */
  skills: number;
  /** How many artifacts are stored now that were not before, those of earlier snapshots included. */
  stored: number;
  /** Whether there was this very snapshot before. */
  isUnchanged: boolean;
  /** For digests alone: the skills that the last commit does not give with these bytes. */
  uncommitted: string[];
  /** What may be to blame for that, in half sentences. */
  causes: string[];
}

export interface FreezeOptions {
  /** Whether artifacts are kept where rebuilt ones are, and not with the snapshot. */
  digestsOnly?: boolean;
  /** Whether a release may have urls that only this machine can serve. */
  preview?: boolean;
}

/**
 * Freezes a published tree as a version: its index with urls that stay, and the bytes of every
 * artifact, or the digests of them alone. versions.json is written last, so that a kill leaves
 * nothing that counts.
 *
 * @param tree absolute; it is verified first
 * @param places where all snapshots lie, or will lie
 * @throws PublicationError `publication/snapshot` when the version cannot be used or is another
 *   release already, or the snapshots before are damaged; `publication/verification` for the tree
 */
export function freezeSnapshot(
  tree: string,
  places: SnapshotPlaces,
  version: string,
  options: FreezeOptions = {},
): FrozenSnapshot {
  if (!isVersion(version) || version.length > MAX_VERSION) throw badVersion(version);
  const release = lockSnapshots(places.folder);
  try {
    for (const path of ['.', 'artifacts', `v${version}`]) {
      removeUnfinished(join(places.folder, path));
    }
    return freeze(tree, places, version, options);
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
  { digestsOnly = false, preview = false }: FreezeOptions,
): FrozenSnapshot {
  const { folder, rebuild } = places;
  const { index, origin, report } = verifyTree(tree);
  if (!preview) refuseLocalOrigin(origin);
  const files = filesOf(tree, index, origin);
  const before = existsSync(join(folder, VERSIONS_FILE))
    ? readSnapshots(places, origin, files)
    : undefined;
  const text = serializeIndex(frozenIndex(index, origin, version));
  const digest = digestOf(Buffer.from(text, 'utf8'));
  const known = before?.list.find((snapshot) => snapshot.version === version);
  if (known && known.digest !== digest) throw otherRelease(version, known.digest, digest);
  const elsewhere = digestsOnly ? rebuild : undefined;
  if (elsewhere) refuseForeignSkills(report.skills, elsewhere);
  if (!elsewhere) for (const [artifact, file] of filesBefore(before)) files.set(artifact, file);
  const stored = storeArtifacts(files, elsewhere?.folder ?? folder);
  const uncommitted = elsewhere ? uncommittedSkills(index, elsewhere) : [];
  const frozen = {
    ...{ version, digest, skills: index.skills.length, isUnchanged: known !== undefined },
    stored: elsewhere ? 0 : stored,
    uncommitted,
    causes: elsewhere && uncommitted.length > 0 ? whyUnlike(elsewhere.workspaceRoot, 'HEAD') : [],
  };
  if (known) return frozen;
  writeWhole(join(folder, snapshotIndexFile(version)), Buffer.from(text, 'utf8'));
  const all = [...(before?.list ?? []), { version, digest }];
  writeWhole(join(folder, VERSIONS_FILE), Buffer.from(serializeReleases(all), 'utf8'));
  return frozen;
}

/** Where the artifacts of a tree lie, by their digests. */
function filesOf(tree: string, { skills }: DiscoveryIndex, origin: Origin): Map<string, string> {
  return new Map(skills.map(({ url, digest }) => [digest, join(tree, pathOfUrl(origin, url))]));
}

/** Those of earlier releases, some of which may have been kept by their digests alone. */
function filesBefore(before: Snapshots | undefined): Array<[string, string]> {
  const artifacts = before?.list.flatMap((snapshot) => snapshot.artifacts) ?? [];
  return artifacts.map(({ digest, file }) => [digest, file]);
}

/** @returns how many were not there before */
function storeArtifacts(files: ReadonlyMap<string, string>, store: string): number {
  let stored = 0;
  for (const [digest, source] of files) {
    const file = join(store, storedFile(digest));
    if (source === file) continue;
    const bytes = readFileSync(source);
    if (digestOf(bytes) !== digest) throw treeExchanged(source);
    if (!existsSync(file)) stored += 1;
    writeWhole(file, bytes);
  }
  return stored;
}

/** The tag does not exist yet: it is to be on a commit that gives what the last one gives now. */
function uncommittedSkills({ skills }: DiscoveryIndex, rebuild: RebuildOptions): string[] {
  const rebuilt = rebuildArtifacts('HEAD', new Set(skills.map(({ name }) => name)), rebuild);
  return skills.flatMap(({ name, digest }) => (rebuilt.has(digest) ? [] : [name]));
}

/** No commit of this repository will ever give the files of another one. */
function refuseForeignSkills(
  skills: ReadonlyArray<{ path: string }>,
  { workspaceRoot }: RebuildOptions,
): void {
  const submodules = submodulesOf(workspaceRoot, 'HEAD');
  const isInside = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);
  const foreign = skills.flatMap(({ path }) =>
    submodules.some((folder) => isInside(path, folder) || isInside(folder, path)) ? path : [],
  );
  if (foreign.length === 0) return;
  throw new PublicationError(
    'publication/snapshot',
    `These skills have files in git submodules, from which no tag of this repository can build them: ${foreign.join(', ')}.\n    Fix: store the artifacts: snapshotArtifacts "stored", or no --digests-only.`,
  );
}

function refuseLocalOrigin({ href }: Origin): void {
  try {
    parseOrigin(href);
  } catch (error) {
    if (!(error instanceof OriginError)) throw error;
    throw new PublicationError(
      'publication/snapshot',
      `The tree is published at ${href}, and so would the release be for ever (${error.message}).\n    Fix: publish it at the origin that you serve it from, then freeze it. For a try-out, set preview.`,
    );
  }
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

function treeExchanged(file: string): PublicationError {
  return new PublicationError(
    'publication/verification',
    `${file} was exchanged while it was frozen.\n    Fix: freeze it again when no publication is running.`,
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
