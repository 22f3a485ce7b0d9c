import { gzipSync } from 'fflate';
import { ArchiveError } from './archive-error';
import { compressionLevel } from './compression-level';
import { crc32 } from './crc32';
import { inflate } from './inflate';

/** Method deflate, no flags, no time, no extra flags, operating system unknown (RFC 1952). */
const HEADER = Buffer.from('1f8b08000000000000ff', 'hex');
const TRAILER_SIZE = 8;

/**
 * Compresses to one gzip member whose bytes depend on the input alone. The deflate is fflate's and
 * not Node's: the bytes of Node's change with the zlib that it was built with.
 */
export function gzip(bytes: Buffer): Buffer {
  const compressed = Buffer.from(gzipSync(bytes, { level: compressionLevel(bytes), mtime: 0 }));
  HEADER.copy(compressed);
  return compressed;
}

/**
 * Decompresses exactly one member in the form that `gzip` writes.
 *
 * @param maxBytes the largest result that is accepted, in bytes; checked while decompressing
 * @throws ArchiveError for any other form, wrong check values, or a result beyond the cap
 */
export function gunzip(bytes: Buffer, maxBytes: number): Buffer {
  if (!bytes.subarray(0, HEADER.length).equals(HEADER)) {
    throw new ArchiveError('archive/gzip', `The gzip header is not ${HEADER.toString('hex')}.`);
  }
  const body = bytes.subarray(HEADER.length);
  const inflated = inflate(body, maxBytes);
  const end = HEADER.length + inflated.used;
  if (bytes.length !== end + TRAILER_SIZE) {
    throw new ArchiveError('archive/gzip', 'The gzip member does not end with the file.');
  }
  if (
    bytes.readUInt32LE(end) !== crc32(inflated.bytes) ||
    bytes.readUInt32LE(end + 4) !== inflated.bytes.length
  ) {
    throw new ArchiveError('archive/gzip', 'The check value of the gzip member is wrong.');
  }
  return inflated.bytes;
}
