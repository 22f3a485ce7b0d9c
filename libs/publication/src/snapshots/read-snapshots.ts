import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import {
  type DiscoveryIndex,
  IndexError,
  type Origin,
  parseIndex,
  parseVersions,
  pathOfUrl,
  VersionsError,
} from '@nx-agent-skills/discovery';
import { PublicationError } from '../publication-error';
import { snapshotIndexFile, storedFile, VERSIONS_FILE } from './snapshot-store';

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
  /** Absolute: where its bytes are stored. */
  file: string;
}

export interface Snapshots {
  /** The content of versions.json. */
  text: string;
  /** In ascending order of versions. */
  list: Snapshot[];
}

/**
 * Reads all snapshots of a folder, and follows the chain from versions.json over the digest of each
 * index to the digest of each artifact.
 *
 * @param folder absolute; undefined when there are to be none
 * @param origin that the skills are published at; every url of a snapshot must be on it
 * @returns undefined when there is no such folder
 * @throws PublicationError `publication/snapshot` with every link of the chain that is broken
 */
export function readSnapshots(folder: string | undefined, origin: Origin): Snapshots | undefined {
  if (folder === undefined || !existsSync(folder)) return undefined;
  const faults: string[] = [];
  const text = readText(join(folder, VERSIONS_FILE), faults);
  const versions = text === undefined ? undefined : versionsOf(text, faults);
  const list = (versions?.versions ?? []).flatMap((version) =>
    readSnapshot(folder, version, versions?.digests[version] ?? '', origin, faults),
  );
  if (text === undefined || faults.length > 0) throw brokenChain(faults);
  return { text, list };
}

function brokenChain(faults: readonly string[]): PublicationError {
  return new PublicationError(
    'publication/snapshot',
    `The snapshots are not what was frozen:\n${faults.map((fault) => `  ${fault}`).join('\n')}\n    Fix: restore the folder as it was committed. A release that was published must not change.`,
  );
}

function versionsOf(text: string, faults: string[]) {
  try {
    return parseVersions(text);
  } catch (error) {
    if (!(error instanceof VersionsError)) throw error;
    faults.push(...error.problems.map((problem) => `${VERSIONS_FILE}: ${problem}.`));
    return undefined;
  }
}

function readSnapshot(
  folder: string,
  version: string,
  digest: string,
  origin: Origin,
  faults: string[],
): Snapshot[] {
  const file = snapshotIndexFile(version);
  const indexText = readText(join(folder, file), faults);
  if (indexText === undefined) return [];
  const found = digestOf(Buffer.from(indexText, 'utf8'));
  if (found !== digest) {
    faults.push(`${file} has the digest ${found}, ${VERSIONS_FILE} says ${digest}.`);
    return [];
  }
  try {
    const index = parseIndex(indexText, { origin });
    const artifacts = index.skills.map((entry) => ({
      name: entry.name,
      path: pathOfUrl(origin, entry.url),
      digest: entry.digest,
      file: join(folder, storedFile(entry.digest)),
    }));
    faults.push(...artifacts.flatMap((artifact) => artifactFaults(artifact, version)));
    return [{ version, digest, indexText, index, artifacts }];
  } catch (error) {
    if (!(error instanceof IndexError)) throw error;
    faults.push(`${file} is not for ${origin.href}: ${error.message}`);
    return [];
  }
}

function artifactFaults({ file, digest, name }: SnapshotArtifact, version: string): string[] {
  try {
    const found = digestOf(readFileSync(file));
    if (found === digest) return [];
    return [`"${name}" of ${version} has the digest ${found} in ${storedFile(digest)}.`];
  } catch {
    return [`"${name}" of ${version} is missing: there is no ${storedFile(digest)}.`];
  }
}

function readText(file: string, faults: string[]): string | undefined {
  try {
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    if (Buffer.from(text, 'utf8').equals(bytes)) return text;
    faults.push(`${file} is not valid UTF-8.`);
  } catch {
    faults.push(`${file} is missing.`);
  }
  return undefined;
}
