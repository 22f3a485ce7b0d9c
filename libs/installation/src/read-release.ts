import { isHtml, MAX_INDEX_BYTES } from '@nx-agent-skills/deployment';
import {
  artifactUrl,
  parseVersions,
  publishedPath,
  type Versions,
  VersionsError,
} from '@nx-agent-skills/discovery';
import { showPath } from '@nx-agent-skills/skill';
import { InstallationError } from './installation-error';
import type { LockedSkill } from './locked-skill';
import { readIndex, textOf } from './read-index';
import { isMissing, requireFile, type Site } from './site';

/** How many versions are named in an error. */
const MAX_NAMED = 5;

/**
 * Reads what a site offers: the index of today, or the one of a release that was frozen. A skill of
 * today that the latest release has too, with the same digest, is taken from there, since the URL of
 * a release stays.
 *
 * @returns in the order of the index
 * @throws InstallationError, also when the site breaks what its versions.json promises
 */
export async function readRelease(site: Site, version?: string): Promise<LockedSkill[]> {
  if (version !== undefined) return readFrozen(site, await requireVersions(site, version), version);
  const today = await readIndex(site);
  const versions = await readVersions(site);
  if (!versions) return today;
  const frozen = await readFrozen(site, versions, versions.latest);
  const byName = new Map(frozen.map((skill) => [skill.name, skill]));
  return today.map((skill) => {
    const same = byName.get(skill.name);
    return same?.digest === skill.digest ? same : skill;
  });
}

function readFrozen(site: Site, { digests }: Versions, version: string): Promise<LockedSkill[]> {
  const digest = digests[version];
  if (digest === undefined) throw new RangeError(`versions.json names no digest of ${version}.`);
  return readIndex(site, { version, digest });
}

async function requireVersions(site: Site, version: string): Promise<Versions> {
  const versions = await readVersions(site);
  if (!versions) {
    throw new InstallationError(
      'installation/unknown-version',
      `${site.origin.href} has no releases, and so no version ${version}.`,
      'leave the version out to take what is there today.',
    );
  }
  if (versions.versions.includes(version)) return versions;
  const known = versions.versions.slice(-MAX_NAMED).reverse();
  throw new InstallationError(
    'installation/unknown-version',
    `${site.origin.href} has no version ${version}.`,
    `take one of those that it has, such as ${known.join(', ')}.`,
  );
}

/** Undefined where nothing is served, or the page that a site shows for every path. */
async function readVersions(site: Site): Promise<Versions | undefined> {
  const url = artifactUrl(site.origin, publishedPath.versions);
  const asked = await site.request(url, MAX_INDEX_BYTES);
  if (isMissing(asked)) return undefined;
  const answer = textOf(requireFile(asked, url, 'The list of releases'));
  if (isHtml(answer)) return undefined;
  try {
    return parseVersions(answer.body.toString('utf8'));
  } catch (error) {
    if (!(error instanceof VersionsError)) throw error;
    throw new InstallationError(
      'installation/versions',
      `The list of releases at ${url} cannot be used: ${showPath(error.problems.slice(0, MAX_NAMED).join('; ').slice(0, 500))}.`,
      'tell the publisher: nobody can check a release against it.',
    );
  }
}
