import {
  isVersion,
  parseVersions,
  serializeReleases,
  type Versions,
  VersionsError,
} from '@nx-agent-skills/discovery';
import type { Report } from '@nx-agent-skills/publication';

/** The list of releases that should be served. */
export interface ExpectedVersions extends Versions {
  /** The content of versions.json. */
  text: string;
}

/**
 * The list of releases that a report promises; undefined when it has none.
 *
 * @throws VersionsError when no versions.json can hold what the report says
 */
export function expectedVersions({ snapshots }: Report): ExpectedVersions | undefined {
  if (snapshots === undefined) return undefined;
  const bad = snapshots.find(({ version }) => !isVersion(version));
  if (bad) throw new VersionsError([`${JSON.stringify(bad.version)} is no version`]);
  const text = serializeReleases(snapshots);
  return { text, ...parseVersions(text) };
}
