import {
  isVersion,
  parseVersions,
  serializeVersions,
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
  const versions = snapshots.map(({ version }) => version);
  const bad = versions.find((version) => !isVersion(version));
  if (bad !== undefined) throw new VersionsError([`${JSON.stringify(bad)} is no version`]);
  const digests = Object.fromEntries(snapshots.map(({ version, digest }) => [version, digest]));
  const text = serializeVersions({ versions, digests });
  return { text, ...parseVersions(text) };
}
