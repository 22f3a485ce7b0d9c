import { type Diagnosis, diagnose } from './diagnosis';
import { listed } from './listed';

/** The digest of the index of each release, by its version. */
export type ReleaseDigests = Readonly<Record<string, string>>;

/** How the served releases differ from those that were built, in half a sentence; empty when not. */
export function describeReleases(built: ReleaseDigests, served: ReleaseDigests): string {
  const here = Object.keys(built);
  return [
    listed(
      'not served',
      here.filter((version) => ofVersion(served, version) === undefined),
    ),
    listed(
      'served but not built',
      Object.keys(served).filter((version) => ofVersion(built, version) === undefined),
    ),
    listed(
      'with another digest',
      here.filter((version) => {
        const digest = ofVersion(served, version);
        return digest !== undefined && digest !== built[version];
      }),
    ),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/**
 * Says which releases of before are not what they were: each has to stay, with the digest it had.
 *
 * @param url where the served list was looked for
 */
export function lostReleases(
  before: ReleaseDigests,
  served: ReleaseDigests,
  url: string,
): Diagnosis[] {
  return Object.entries(before).flatMap(([version, digest]) => {
    const now = ofVersion(served, version);
    if (now === digest) return [];
    return now === undefined
      ? diagnose('snapshots/vanished', url, `${version}, which had the digest ${digest}`)
      : diagnose('snapshots/changed', url, `${version} had the digest ${digest}, now ${now}`);
  });
}

/** A version comes from a server, and could be the name of what every object has. */
const ofVersion = (digests: ReleaseDigests, version: string): string | undefined =>
  Object.hasOwn(digests, version) ? digests[version] : undefined;
