import { MAX_SKILL_BYTES, MAX_SKILL_FILES } from '@nx-agent-skills/skill';
import { ArchiveError } from './archive-error';
import {
  type ArchiveMember,
  checkMemberMode,
  checkMemberOrder,
  checkMemberPath,
  headerError,
} from './archive-member';
import { gunzip } from './gzip';
import { BLOCK_SIZE, encodeHeader, pathOf } from './tar-header';
import { paddingOf } from './write-archive';

/** What an archive of the largest allowed skill needs: contents, one header and padding per file, the end. */
const MAX_TAR_BYTES = MAX_SKILL_BYTES + MAX_SKILL_FILES * 2 * BLOCK_SIZE + 2 * BLOCK_SIZE;

/**
 * Reads an archive and accepts only what `writeArchive` can write: every header is encoded again
 * and compared byte by byte, so that links, folders, extended headers, odd numbers, foreign owners
 * and unsorted or repeated paths are all refused. Nothing is written to disk.
 *
 * @throws ArchiveError with the reason
 */
export function readArchive(bytes: Buffer): ArchiveMember[] {
  const tar = gunzip(bytes, MAX_TAR_BYTES);
  const members: ArchiveMember[] = [];
  let offset = 0;
  for (;;) {
    const header = tar.subarray(offset, offset + BLOCK_SIZE);
    if (header.length < BLOCK_SIZE) {
      throw new ArchiveError(
        'archive/truncated',
        'The archive ends without its two closing blocks.',
      );
    }
    if (header.every((byte) => byte === 0)) break;
    const member = readMember(tar, offset, header);
    checkMemberOrder(members, member.path);
    members.push(member);
    offset += BLOCK_SIZE + member.bytes.length + paddingOf(member.bytes.length);
  }
  const end = tar.subarray(offset);
  if (end.length !== 2 * BLOCK_SIZE || end.some((byte) => byte !== 0)) {
    throw new ArchiveError(
      'archive/trailing',
      'The archive does not end with exactly two zero blocks.',
    );
  }
  return members;
}

function readMember(tar: Buffer, offset: number, header: Buffer): ArchiveMember {
  const path = pathOf(header);
  checkMemberPath(path);
  const mode = octal(header, 100, 108);
  const size = octal(header, 124, 136);
  if ((mode !== 0o644 && mode !== 0o755) || size === undefined) {
    throw headerError(path);
  }
  if (!encodeHeader({ path, mode, size }).equals(header)) throw headerError(path);
  const start = offset + BLOCK_SIZE;
  const bytes = tar.subarray(start, start + size);
  const padding = tar.subarray(start + size, start + size + paddingOf(size));
  if (bytes.length < size || padding.length < paddingOf(size)) {
    throw new ArchiveError('archive/truncated', `The archive ends inside ${JSON.stringify(path)}.`);
  }
  if (padding.some((byte) => byte !== 0)) throw headerError(path);
  checkMemberMode({ path, mode, bytes });
  return { path, mode, bytes };
}

function octal(header: Buffer, start: number, end: number): number | undefined {
  const text = header.subarray(start, end).toString('latin1');
  const digits = /^([0-7]+)[ \0]*$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 8);
}
