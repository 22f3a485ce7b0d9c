import { compareBytes } from '@nx-agent-skills/skill';
import { deflateSync } from 'fflate';
import { compressionLevel } from './compression-level';
import { crc32 } from './crc32';
import { fileModeOf } from './file-mode';
import type { ArchiveFile } from './write-archive';
import { localHeader, type ZipEntry, zipDirectory } from './zip-header';

/**
 * Packs files into a zip whose bytes depend on paths and contents alone, for clients that cannot
 * read a tar: the same files, order and modes as in the tar.gz, no folders, one constant time.
 */
export function writeZip(files: readonly ArchiveFile[]): Buffer {
  const sorted = [...files].sort((a, b) => compareBytes(a.path, b.path));
  const packed = sorted.map(packFile);
  return Buffer.concat([
    ...packed.flatMap(({ entry, data }) => [localHeader(entry), data]),
    zipDirectory(packed.map(({ entry }) => entry)),
  ]);
}

function packFile({ path, bytes }: ArchiveFile): { entry: ZipEntry; data: Buffer } {
  // fflate's deflate and not Node's, whose bytes change with the zlib that it was built with.
  const deflated = Buffer.from(deflateSync(bytes, { level: compressionLevel(bytes) }));
  const isSmaller = deflated.length < bytes.length;
  const data = isSmaller ? deflated : bytes;
  const entry: ZipEntry = {
    path,
    mode: fileModeOf(bytes),
    method: isSmaller ? 8 : 0,
    crc: crc32(bytes),
    compressedSize: data.length,
    size: bytes.length,
  };
  return { entry, data };
}
