import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/**
 * Undoes the content codings of a body as clients do.
 *
 * @param coding the value of Content-Encoding
 * @param maxBytes the largest result
 * @returns undefined when the coding is not known, the data is damaged or the result too large
 */
export function decodeBody(body: Buffer, coding: string, maxBytes: number): Buffer | undefined {
  const codings = coding.split(',').map((each) => each.trim().toLowerCase());
  if (codings.length > 3) return undefined;
  try {
    return codings.reduceRight((bytes, each) => decode(bytes, each, maxBytes), body);
  } catch {
    return undefined;
  }
}

function decode(bytes: Buffer, coding: string, maxOutputLength: number): Buffer {
  switch (coding) {
    case '':
    case 'identity':
      return bytes;
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, { maxOutputLength });
    case 'deflate':
      return inflateSync(bytes, { maxOutputLength });
    case 'br':
      return brotliDecompressSync(bytes, { maxOutputLength });
    default:
      throw new RangeError(`There is no coding ${coding}.`);
  }
}
