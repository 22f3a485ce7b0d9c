import {
  ArchiveError,
  type ArchiveMember,
  checkArchivePaths,
  readArchive,
  readZip,
} from '@nx-agent-skills/artifact';
import { readFrontmatter, showPath } from '@nx-agent-skills/skill';
import { InstallationError } from './installation-error';
import type { LockedSkill } from './locked-skill';

/**
 * Unpacks an artifact in memory, by the rules of the strict reader: plain files alone, no links, no
 * path that leads out of the folder, no two that would be one on another system, nothing beyond the
 * limits of the stock client.
 *
 * @param bytes with the locked digest
 * @returns the files, sorted by path
 * @throws InstallationError `installation/refused` with the reason, also when it is another skill
 */
export function unpackArtifact(locked: LockedSkill, bytes: Buffer): ArchiveMember[] {
  const { name, type } = locked;
  const members =
    type === 'archive'
      ? readMembers(locked, bytes)
      : [{ path: 'SKILL.md', mode: 0o644 as const, bytes }];
  const paths = members.map(({ path }) => path);
  const fault = checkArchivePaths(paths, name).find(({ severity }) => severity === 'error');
  if (fault) throw refused(locked, fault.message);
  const skillMd = members.find(({ path }) => path === 'SKILL.md');
  if (!skillMd) throw refused(locked, 'It has no SKILL.md at its root.');
  const { frontmatter } = readFrontmatter(skillMd.bytes, `${name}/SKILL.md`);
  if (!frontmatter) throw refused(locked, 'Its SKILL.md has no valid frontmatter.');
  if (frontmatter.name !== name) {
    throw refused(locked, `Its SKILL.md has the name ${JSON.stringify(frontmatter.name)}.`);
  }
  return members;
}

function readMembers(locked: LockedSkill, bytes: Buffer): ArchiveMember[] {
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK';
  try {
    return isZip ? readZip(bytes) : readArchive(bytes);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw refused(locked, error.message);
  }
}

function refused({ name, url }: LockedSkill, reason: string): InstallationError {
  return new InstallationError(
    'installation/refused',
    `The artifact of "${name}" at ${url} is refused. ${showPath(reason)}`,
    'tell its publisher. Archives that nx-agent-skills has built are accepted; others must be as plain.',
  );
}
