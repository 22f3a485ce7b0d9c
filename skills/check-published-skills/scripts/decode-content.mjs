import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** The Content-Encoding codings of a response in the order in which they were applied. */
export function contentCodings(headers) {
  return (headers['content-encoding'] ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/**
 * The body that a client built on fetch sees: every Content-Encoding undone.
 *
 * @returns {Promise<Buffer | undefined>} undefined when the body cannot be decoded, is labelled with
 *   a coding that was not asked for, or grows beyond maxBytes.
 */
export async function decodeContent({ headers, body }, maxBytes) {
  let decoded = body;
  for (const coding of contentCodings(headers).reverse()) {
    if (!Object.hasOwn(DECODERS, coding)) return undefined;
    try {
      decoded = await DECODERS[coding](decoded, { maxOutputLength: maxBytes });
    } catch {
      return undefined;
    }
  }
  return decoded;
}
