import { inflateRawSync } from 'node:zlib';
import { ArchiveError } from './archive-error';

/** What came out of a deflate stream, and how long the stream was. */
export interface Inflated {
  bytes: Buffer;
  /** Bytes of the input that belong to the stream; what follows is something else. */
  used: number;
}

/**
 * Decompresses a deflate stream (RFC 1951).
 *
 * @param maxBytes the largest result that is accepted, in bytes; checked while decompressing
 * @throws ArchiveError `archive/deflate` for damaged data, `archive/too-large` beyond the cap
 */
export function inflate(stream: Buffer, maxBytes: number): Inflated {
  try {
    // With `info` the result also tells how much of the input was used; the types do not know it.
    const options = { maxOutputLength: Math.max(1, maxBytes), info: true };
    const { buffer, engine } = inflateRawSync(stream, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { bytes: buffer, used: engine.bytesWritten };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ArchiveError(
        'archive/too-large',
        `The archive unpacks to more than ${maxBytes} bytes.`,
      );
    }
    throw new ArchiveError('archive/deflate', 'The compressed data is damaged.');
  }
}
