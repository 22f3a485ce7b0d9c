import { MAX_SKILL_BYTES } from '@nx-agent-skills/skill';
import { ArchiveError } from './archive-error';
import {
  type ArchiveMember,
  checkMemberOrder,
  checkMemberPath,
  headerError,
} from './archive-member';
import { crc32 } from './crc32';
import { fileModeOf } from './file-mode';
import { inflate } from './inflate';
import {
  END_RECORD_SIZE,
  END_SIGNATURE,
  LOCAL_HEADER_SIZE,
  LOCAL_SIGNATURE,
  localHeader,
  type ZipEntry,
  zipDirectory,
} from './zip-header';

/**
 * Reads a zip and accepts only what `writeZip` can write: every header and the directory are
 * encoded again and compared byte by byte, so that what one reader finds all others find too.
 * Nothing is written to disk.
 *
 * @throws ArchiveError with the reason
 */
export function readZip(bytes: Buffer): ArchiveMember[] {
  const count = countEntries(bytes);
  const entries: ZipEntry[] = [];
  const members: ArchiveMember[] = [];
  let offset = 0;
  let left = MAX_SKILL_BYTES;
  while (entries.length < count) {
    const { entry, content, end } = readEntry(bytes, offset, left);
    checkMemberOrder(members, entry.path);
    entries.push(entry);
    members.push({ path: entry.path, mode: entry.mode, bytes: content });
    left -= content.length;
    offset = end;
  }
  // Here the modes are compared too, which stand in the directory only.
  if (!zipDirectory(entries).equals(bytes.subarray(offset))) {
    throw new ArchiveError('archive/zip', 'The directory of the zip does not list its entries.');
  }
  return members;
}

/** The record that closes the file, which has no comment behind it. */
function countEntries(bytes: Buffer): number {
  const end = bytes.length - END_RECORD_SIZE;
  if (end < 0 || bytes.readUInt32LE(end) !== END_SIGNATURE) {
    throw new ArchiveError('archive/zip', 'The file does not end with the directory of a zip.');
  }
  return bytes.readUInt16LE(end + 10);
}

function readEntry(
  bytes: Buffer,
  offset: number,
  left: number,
): { entry: ZipEntry; content: Buffer; end: number } {
  if (offset + LOCAL_HEADER_SIZE > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) {
    throw new ArchiveError('archive/zip', 'The zip has fewer entries than its directory says.');
  }
  const start = offset + LOCAL_HEADER_SIZE + bytes.readUInt16LE(offset + 26);
  const path = bytes.toString('utf8', offset + LOCAL_HEADER_SIZE, start);
  checkMemberPath(path);
  const compressedSize = bytes.readUInt32LE(offset + 18);
  const end = start + compressedSize;
  if (end > bytes.length) {
    throw new ArchiveError('archive/truncated', `The zip ends inside ${JSON.stringify(path)}.`);
  }
  const method = bytes.readUInt16LE(offset + 8) === 0 ? 0 : 8;
  const content = readContent(bytes.subarray(start, end), method, left);
  const entry: ZipEntry = {
    path,
    mode: fileModeOf(content),
    method,
    crc: crc32(content),
    compressedSize,
    size: content.length,
  };
  if (!localHeader(entry).equals(bytes.subarray(offset, start))) throw headerError(path);
  return { entry, content, end };
}

function readContent(data: Buffer, method: 0 | 8, left: number): Buffer {
  if (method === 0) {
    if (data.length <= left) return data;
    throw new ArchiveError(
      'archive/too-large',
      `The archive holds more than ${MAX_SKILL_BYTES} bytes.`,
    );
  }
  const { bytes, used } = inflate(data, left);
  if (used === data.length) return bytes;
  throw new ArchiveError('archive/deflate', 'The compressed data ends before its entry does.');
}
