import { digestOf } from '@nx-agent-skills/artifact';
import {
  IndexError,
  type Origin,
  parseIndex,
  pathOfUrl,
  publishedPath,
  serializeReleases,
} from '@nx-agent-skills/discovery';
import type { Report } from '../report-schema';
import { isSnapshotPath } from './snapshot-store';

type ReportedSnapshot = NonNullable<Report['snapshots']>[number];

/** Reads a file of the tree; undefined when it is missing, which is told elsewhere. */
type Read = (path: string) => Buffer | undefined;

export interface VerifiedSnapshots {
  /** The paths of all files that belong to snapshots. */
  paths: string[];
  faults: string[];
}

/**
 * Follows the chain of a published tree: from the report and versions.json over the digest of each
 * snapshot's index to the digest of each artifact.
 */
export function verifySnapshots(report: Report, origin: Origin, read: Read): VerifiedSnapshots {
  const { snapshots } = report;
  if (snapshots === undefined) return { paths: [], faults: [] };
  const isListed = read(publishedPath.versions)?.toString('utf8') === serializeReleases(snapshots);
  const all = snapshots.map((snapshot) => verifySnapshot(snapshot, origin, read));
  return {
    paths: [publishedPath.versions, ...all.flatMap(({ paths }) => paths)],
    faults: [
      ...(isListed ? [] : [`${publishedPath.versions} does not list the snapshots of the report.`]),
      ...all.flatMap(({ faults }) => faults),
    ],
  };
}

function verifySnapshot(
  { version, digest, entries }: ReportedSnapshot,
  origin: Origin,
  read: Read,
): VerifiedSnapshots {
  const paths = [publishedPath.snapshotIndex(version), publishedPath.snapshotCatalogue(version)];
  const faults = paths.flatMap((path) => {
    const bytes = read(path);
    return bytes && digestOf(bytes) !== digest ? [`${path} is not the index of ${version}.`] : [];
  });
  const bytes = read(publishedPath.snapshotIndex(version));
  if (!bytes || faults.length > 0) return { paths, faults };
  try {
    const { skills } = parseIndex(bytes.toString('utf8'), { origin });
    if (skills.length !== entries)
      faults.push(`The report is wrong about the skills of ${version}.`);
    for (const { name, url, digest: artifact } of skills) {
      const path = pathOfUrl(origin, url);
      paths.push(path);
      const own = isSnapshotPath(version, path, artifact);
      const found = own ? read(path) : undefined;
      if (!own) faults.push(`The url of "${name}" in ${version} is not one of that version.`);
      else if (found && digestOf(found) !== artifact) {
        faults.push(`${path} has the digest ${digestOf(found)}, its snapshot says ${artifact}.`);
      }
    }
  } catch (error) {
    if (!(error instanceof IndexError)) throw error;
    faults.push(`${publishedPath.snapshotIndex(version)}: ${error.message}`);
  }
  return { paths, faults };
}
