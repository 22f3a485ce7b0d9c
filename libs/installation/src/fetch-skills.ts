import { type ArchiveMember, digestOf } from '@nx-agent-skills/artifact';
import {
  decodeAnswer,
  type HttpAnswer,
  type HttpResponse,
  MAX_ARTIFACT_BYTES,
  runBounded,
} from '@nx-agent-skills/deployment';
import { InstallationError } from './installation-error';
import { originOf } from './lock-file';
import type { LockedSkill } from './locked-skill';
import { REQUESTS_AT_ONCE, receive, type Site, type SiteOptions, withSite } from './site';
import { unpackArtifact } from './unpack-artifact';

/** Of the files of all skills of an install, which are in memory until they are written. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** A skill with exactly the locked bytes. */
export interface FetchedSkill {
  readonly locked: LockedSkill;
  readonly files: readonly ArchiveMember[];
}

/**
 * Fetches locked skills, each from its origin. Nothing is written.
 *
 * @param already what was fetched for the same install
 * @returns that, and the skills
 * @throws InstallationError of the first that is missing, has another digest or is refused
 */
export async function fetchLocked(
  skills: readonly LockedSkill[],
  options: SiteOptions,
  already: readonly FetchedSkill[] = [],
): Promise<FetchedSkill[]> {
  const origins = new Map(skills.map((skill) => [originOf(skill).href, originOf(skill)]));
  const fetched = [...already];
  const space = { left: MAX_UNPACKED_BYTES };
  for (const { files } of already) space.left -= sizeOf(files);
  for (const origin of origins.values()) {
    const own = skills.filter((skill) => originOf(skill).href === origin.href);
    fetched.push(...(await withSite(origin, options, (site) => fetchSkills(site, own, space))));
  }
  return fetched;
}

/**
 * `fetchLocked` for the skills of one origin.
 *
 * @param space what the files of further skills may take, in bytes
 */
export async function fetchSkills(
  site: Site,
  skills: readonly LockedSkill[],
  space = { left: MAX_UNPACKED_BYTES },
): Promise<FetchedSkill[]> {
  return runBounded(skills, REQUESTS_AT_ONCE, async (locked) => {
    const files = unpackArtifact(locked, await fetchArtifact(site, locked));
    space.left -= sizeOf(files);
    if (space.left < 0) throw tooLarge(site);
    return { locked, files };
  });
}

const sizeOf = (files: readonly ArchiveMember[]) =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

async function fetchArtifact(site: Site, locked: LockedSkill): Promise<Buffer> {
  const what = `The artifact of "${locked.name}"`;
  const answer = await receive(site, locked.url, MAX_ARTIFACT_BYTES, what);
  const { body } = withoutCoding(answer, locked);
  const received = digestOf(body);
  if (received === locked.digest) return body;
  throw new InstallationError(
    'installation/digest',
    `${what} at ${locked.url} has the digest ${received}, ${locked.digest} is expected.`,
    'run it again once the deploy of the site is through. If it was locked before: nx-agent-skills update shows what has changed, and lock takes it.',
  );
}

/** An archive is hashed as it is; hosts may compress texts, and clients undo that. */
function withoutCoding(answer: HttpAnswer & HttpResponse, { type }: LockedSkill): HttpResponse {
  return type === 'archive' ? answer : decodeAnswer(answer, MAX_ARTIFACT_BYTES).received;
}

function tooLarge({ origin }: Site): InstallationError {
  return new InstallationError(
    'installation/too-large',
    `With the skills of ${origin.href}, more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MiB would be installed.`,
    'lock fewer skills, or use a lock for each origin, with --lock.',
  );
}
