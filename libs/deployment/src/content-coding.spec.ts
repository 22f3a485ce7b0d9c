import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeBody } from './content-coding';

const text = Buffer.from('text '.repeat(100));

describe('a content coding', () => {
  it.each([
    ['', text],
    ['identity', text],
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
  ])('"%s" is undone', (coding, body) => {
    expect(decodeBody(body, coding, 1000)).toEqual(text);
  });

  it.each([
    ['unknown', 'zstd', text],
    ['damaged', 'gzip', text],
    ['too large when it is undone', 'gzip', gzipSync(Buffer.alloc(2000))],
    ['piled up', 'gzip, gzip, gzip, gzip', text],
  ])('that is %s gives nothing', (_, coding, body) => {
    expect(decodeBody(body, coding, 1000)).toBeUndefined();
  });
});
