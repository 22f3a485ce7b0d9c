import { publishedPath } from '@nx-agent-skills/discovery';
import type { Report } from '../report-schema';

/** Some hosts take a hundred rules; each version needs two. Older ones are left to the host's own default. */
const MAX_VERSIONS = 40;

/** The folders of the tree whose files never change, relative to it. */
export function immutableFolders({ contentAddressed, snapshots = [] }: Report): string[] {
  return [
    // Releases may be of a time when the index had such urls.
    ...(contentAddressed || snapshots.length > 0 ? [publishedPath.addressed] : []),
    ...snapshots.slice(-MAX_VERSIONS).map(({ version }) => publishedPath.snapshotFolder(version)),
  ];
}
