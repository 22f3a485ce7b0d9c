import { readFileSync } from 'node:fs';
import { publishedPath } from '@nx-agent-skills/discovery';
import type { Report } from '../report-schema';
import type { Bytes } from '../tree-folder';
import type { Snapshots } from './read-snapshots';

/** What the report says of the snapshots that are published with it. */
export function reportedSnapshots({ list }: Snapshots): NonNullable<Report['snapshots']> {
  return list.map(({ version, digest, index }) => ({
    version,
    digest,
    entries: index.skills.length,
  }));
}

/**
 * The files of all snapshots by their path in the published tree: versions.json, every index at the
 * place that the discovery spec gives it and at the one where the stock client looks for it, and
 * every artifact under the url of its own release.
 */
export function snapshotFiles(snapshots: Snapshots | undefined): Map<string, string | Bytes> {
  if (!snapshots) return new Map();
  const { text, list } = snapshots;
  const files = new Map<string, string | Bytes>([[publishedPath.versions, text]]);
  for (const { version, indexText, artifacts } of list) {
    files.set(publishedPath.snapshotIndex(version), indexText);
    files.set(publishedPath.snapshotCatalogue(version), indexText);
    for (const { path, digest, file } of artifacts) {
      files.set(path, { digest, read: () => readFileSync(file) });
    }
  }
  return files;
}
