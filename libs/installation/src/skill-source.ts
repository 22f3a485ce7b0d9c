import {
  artifactUrl,
  isVersion,
  type Origin,
  OriginError,
  parseOrigin,
  publishedPath,
} from '@nx-agent-skills/discovery';
import { isSkillName } from '@nx-agent-skills/skill';
import { InstallationError } from './installation-error';

/** What somebody names to install from. */
export interface SkillSource {
  readonly origin: Origin;
  /** Of a release that was frozen. */
  readonly version?: string;
  readonly skill?: string;
  /** What the same text names where no index is served from `origin`: a base path of that name. */
  readonly orElse?: Origin;
}

/**
 * Reads an origin, or what install commands have in its place: `<origin>/agent-skills`,
 * `<origin>/agent-skills/<name>` or `<origin>/agent-skills/v<version>`.
 *
 * An origin can have a base path that ends like these; where the text may be one, both are returned,
 * but for a version: a release is always meant.
 *
 * @param preview accept IP addresses and local names, and plain http on the loopback addresses
 * @throws OriginError, or InstallationError `installation/source` for another path below it
 */
export function parseSource(text: string, preview: boolean): SkillSource {
  const pattern = /^([a-z]+:\/\/[^/]+(?:\/.*)?)\/agent-skills(?:\/([^/]+))?\/?$/i;
  const [, base, below] = pattern.exec(text) ?? [];
  const origin = parseOrigin(base ?? text, { preview });
  if (base === undefined) return { origin };
  const orElse = () => parseOrigin(text, { preview });
  if (below === undefined) return { origin, orElse: orElse() };
  const version = below.slice(1);
  if (below.startsWith('v') && isVersion(version)) return { origin, version };
  if (isSkillName(below)) return { origin, skill: below, orElse: orElse() };
  throw new InstallationError(
    'installation/source',
    `${JSON.stringify(below)} is neither the name of a skill nor a version after "v".`,
    `write ${origin.href}, or ${origin.href}/agent-skills/v1.2.0 for a release.`,
  );
}

/** The URL of the index of today, or of a release. */
export function indexUrl(origin: Origin, version?: string): string {
  const path = version === undefined ? publishedPath.index : publishedPath.snapshotIndex(version);
  return artifactUrl(origin, path);
}

/**
 * The reverse of `indexUrl`.
 *
 * @returns undefined for any other URL
 */
export function sourceOfIndex(url: string, preview: boolean): SkillSource | undefined {
  const pattern = /^(.+)\/\.well-known\/agent-skills\/(?:v([^/]+)\/)?index\.json$/;
  const [, base, version] = pattern.exec(url) ?? [];
  if (base === undefined || (version !== undefined && !isVersion(version))) return undefined;
  try {
    const origin = parseOrigin(base, { preview });
    if (indexUrl(origin, version) !== url) return undefined;
    return version === undefined ? { origin } : { origin, version };
  } catch (error) {
    if (error instanceof OriginError) return undefined;
    throw error;
  }
}
