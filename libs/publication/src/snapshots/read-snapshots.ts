import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import {
  type DiscoveryIndex,
  IndexError,
  isVersion,
  type Origin,
  parseIndex,
  parseVersions,
  pathOfUrl,
  serializeVersions,
  VersionsError,
} from '@nx-agent-skills/discovery';
import { memoryOf } from '@nx-agent-skills/skill';
import { PublicationError } from '../publication-error';
import { type ArtifactStore, artifactStore } from './artifact-store';
import type { RebuildOptions } from './rebuild-artifacts';
import { isSnapshotPath, snapshotIndexFile, VERSIONS_FILE } from './snapshot-store';

/** A release that was frozen, and all that belongs to it. */
export interface Snapshot {
  version: string;
  /** Of the bytes of its index. */
  digest: string;
  indexText: string;
  index: DiscoveryIndex;
  artifacts: SnapshotArtifact[];
}

export interface SnapshotArtifact {
  name: string;
  /** In the published tree. */
  path: string;
  digest: string;
  /** Absolute: where its bytes lie. */
  file: string;
}

export interface Snapshots {
  /** The content of versions.json. */
  text: string;
  /** In ascending order of versions. */
  list: Snapshot[];
}

/** Where the snapshots of a workspace are. */
export interface SnapshotPlaces {
  /** Absolute: where they lie. Need not exist. */
  folder: string;
  /** For artifacts that are not stored. Without it, all must be. */
  rebuild?: RebuildOptions;
}

/**
 * Reads all snapshots of a folder, and follows the chain from versions.json over the digest of each
 * index to the digest of each artifact.
 *
 * @param places undefined when there are to be none
 * @param origin that the skills are published at; every url of a snapshot must be on it
 * @param today files of verified artifacts by their digests
 * @returns undefined when nothing was frozen yet
 * @throws PublicationError `publication/snapshot` with every link of the chain that is broken
 */
export function readSnapshots(
  places: SnapshotPlaces | undefined,
  origin: Origin,
  today?: ReadonlyMap<string, string>,
): Snapshots | undefined {
  if (places === undefined || !holdsSnapshots(places.folder)) return undefined;
  const { folder, rebuild } = places;
  const store = artifactStore(folder, rebuild, today);
  const faults: string[] = [];
  const text = readText(join(folder, VERSIONS_FILE), faults);
  const versions = text === undefined ? undefined : versionsOf(text, faults);
  const list = (versions?.versions ?? []).flatMap((version) =>
    readSnapshot({ folder, version, origin, store }, versions?.digests[version] ?? '', faults),
  );
  if (text === undefined || faults.length > 0) throw brokenChain(faults, rebuild !== undefined);
  return { text, list };
}

/** A folder may be somebody else's, or be left by a snapshot that was stopped before it counted. */
export function holdsSnapshots(folder: string): boolean {
  if (existsSync(join(folder, VERSIONS_FILE))) return true;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  return readdirSync(folder).some(
    (name) =>
      isVersion(name.slice(1)) && existsSync(join(folder, snapshotIndexFile(name.slice(1)))),
  );
}

function brokenChain(faults: readonly string[], isRebuilt: boolean): PublicationError {
  const what = isRebuilt
    ? 'the folder, and the tags of the releases, as they were'
    : 'the folder as it was committed';
  return new PublicationError(
    'publication/snapshot',
    `The snapshots are not what was frozen:\n${faults.map((fault) => `  ${fault}`).join('\n')}\n    Fix: restore ${what}. A release that was published must not change.`,
  );
}

function versionsOf(text: string, faults: string[]) {
  try {
    const versions = parseVersions(text);
    if (serializeVersions(versions) === text) return versions;
    faults.push(
      `${VERSIONS_FILE} is not written as it was frozen: a formatter may have changed it.`,
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof VersionsError)) throw error;
    faults.push(...error.problems.map((problem) => `${VERSIONS_FILE}: ${problem}.`));
    return undefined;
  }
}

interface SnapshotPlace {
  folder: string;
  version: string;
  origin: Origin;
  store: ArtifactStore;
}

function readSnapshot(place: SnapshotPlace, digest: string, faults: string[]): Snapshot[] {
  const { folder, version, origin } = place;
  const file = snapshotIndexFile(version);
  const indexText = readText(join(folder, file), faults);
  if (indexText === undefined) return [];
  const found = digestOf(Buffer.from(indexText, 'utf8'));
  if (found !== digest) {
    faults.push(`${file} has the digest ${found}, ${VERSIONS_FILE} says ${digest}.`);
    return [];
  }
  try {
    const index = parseOnce(indexText, digest, origin);
    return [{ version, digest, indexText, index, artifacts: findArtifacts(place, index, faults) }];
  } catch (error) {
    if (!(error instanceof IndexError)) throw error;
    faults.push(`${file} is not for ${origin.href}: ${error.message}`);
    return [];
  }
}

/** The indexes that were read before, by the digest of the text and the origin. */
const memory = memoryOf<true>('snapshot-indexes');

/** A history of releases is read by every publication, and never changes. */
function parseOnce(text: string, digest: string, origin: Origin): DiscoveryIndex {
  const key = `${digest} ${origin.href}`;
  if (memory.recall(key)) return JSON.parse(text);
  const index = parseIndex(text, { origin });
  memory.remember(key, true);
  return index;
}

function findArtifacts(
  { version, origin, store }: SnapshotPlace,
  { skills }: DiscoveryIndex,
  faults: string[],
): SnapshotArtifact[] {
  const found = store.find(version, new Map(skills.map(({ digest, name }) => [digest, name])));
  return skills.flatMap(({ name, url, digest }) => {
    const artifact = found.get(digest);
    const path = pathOfUrl(origin, url);
    const isOwn = isSnapshotPath(version, path, digest);
    if (isOwn && artifact && 'file' in artifact)
      return [{ name, path, digest, file: artifact.file }];
    const fault = isOwn && artifact && 'fault' in artifact ? artifact.fault : `cannot be at ${url}`;
    faults.push(`"${name}" of ${version} ${fault}.`);
    return [];
  });
}

function readText(file: string, faults: string[]): string | undefined {
  try {
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    if (Buffer.from(text, 'utf8').equals(bytes)) return text;
    faults.push(`${file} is not valid UTF-8.`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    faults.push(`${file} ${code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`}.`);
  }
  return undefined;
}
