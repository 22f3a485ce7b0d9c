import { compareBytes } from '@nx-agent-skills/skill';
import { fileModeOf } from './file-mode';
import { gzip } from './gzip';
import { BLOCK_SIZE, encodeHeader } from './tar-header';

/** A file to pack: its path in the archive, relative with `/`, and its content. */
export interface ArchiveFile {
  path: string;
  bytes: Buffer;
}

/**
 * Packs files into a tar.gz whose bytes depend on paths and contents alone: ustar, regular files
 * only, bare relative paths sorted by their UTF-8 bytes, owner and time 0, mode by content.
 *
 * @throws RangeError when a path does not fit a plain ustar header
 */
export function writeArchive(files: readonly ArchiveFile[]): Buffer {
  return gzip(writeTar(files));
}

/** The tar inside the archive: two zero blocks end it. */
export function writeTar(files: readonly ArchiveFile[]): Buffer {
  const sorted = [...files].sort((a, b) => compareBytes(a.path, b.path));
  const blocks = sorted.flatMap(({ path, bytes }) => [
    encodeHeader({ path, mode: fileModeOf(bytes), size: bytes.length }),
    bytes,
    Buffer.alloc(paddingOf(bytes.length)),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_SIZE)]);
}

/** Bytes between the end of a file and the next block. */
export function paddingOf(size: number): number {
  return (BLOCK_SIZE - (size % BLOCK_SIZE)) % BLOCK_SIZE;
}
