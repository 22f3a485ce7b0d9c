import { constants, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import type { ArchiveError } from './archive-error';
import { gunzip, gzip } from './gzip';

const TEXT = Buffer.from('a skill, a skill, a skill\n'.repeat(20));
const CAP = 1_000_000;

function codeOf(bytes: Buffer, cap = CAP): string {
  try {
    gunzip(bytes, cap);
  } catch (error) {
    return (error as ArchiveError).code;
  }
  return 'accepted';
}

/** One member with other header bytes from `start` on. */
function withHeader(start: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(gzip(TEXT));
  copy.set(bytes, start);
  return copy;
}

describe('gzip', () => {
  it('begins with constant bytes: no flags, no time, no name, no operating system', () => {
    expect(gzip(TEXT).subarray(0, 10).toString('hex')).toBe('1f8b08000000000000ff');
    expect(gzip(Buffer.alloc(0)).subarray(0, 10).toString('hex')).toBe('1f8b08000000000000ff');
  });

  it.each([0, 1, 3, 512, 70_000])('is read by Node and by gunzip: %i bytes', (size) => {
    const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7) % 251));
    expect(gunzipSync(gzip(bytes)).equals(bytes)).toBe(true);
    expect(gunzip(gzip(bytes), CAP).equals(bytes)).toBe(true);
  });

  it('gives the same bytes every time', () => {
    expect(gzip(TEXT).equals(gzip(Buffer.from(TEXT)))).toBe(true);
  });
});

describe('gunzip', () => {
  it.each<[what: string, bytes: Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no gzip', TEXT],
    ['half a header', gzip(TEXT).subarray(0, 5)],
    ['the header of another packer', gzipSync(TEXT)],
    ['another method', withHeader(2, 7)],
    ['the text flag', withHeader(3, 1)],
    ['a time', withHeader(4, 1)],
    ['extra flags', withHeader(8, 2)],
    ['an operating system', withHeader(9, 3)],
    ['a trailing byte', Buffer.concat([gzip(TEXT), Buffer.from([0])])],
    ['trailing zeros', Buffer.concat([gzip(TEXT), Buffer.alloc(512)])],
    ['a second member', Buffer.concat([gzip(TEXT), gzip(TEXT)])],
    ['an empty second member', Buffer.concat([gzip(TEXT), gzip(Buffer.alloc(0))])],
    ['an empty first member', Buffer.concat([gzip(Buffer.alloc(0)), gzip(TEXT)])],
  ])('refuses %s', (_, bytes) => {
    expect(codeOf(bytes)).toBe('archive/gzip');
  });

  it('refuses damaged data', () => {
    const bytes = Buffer.concat([gzip(TEXT).subarray(0, 10), Buffer.alloc(30, 0xff)]);
    expect(codeOf(bytes)).toBe('archive/deflate');
  });

  it('refuses a field for the name, the comment, extra data or a header check', () => {
    const [header, rest] = [gzip(TEXT).subarray(0, 10), gzip(TEXT).subarray(10)];
    for (const [flag, field] of [
      [8, 'skill.tar\0'],
      [16, 'comment\0'],
      [4, '\u0002\0ab'],
      [2, 'xx'],
    ] as const) {
      const flagged = Buffer.from(header);
      flagged[3] = flag;
      expect(codeOf(Buffer.concat([flagged, Buffer.from(field), rest]))).toBe('archive/gzip');
    }
  });

  it('refuses a wrong check value or size', () => {
    for (let index = 1; index <= 8; index += 1) {
      const bytes = gzip(TEXT);
      bytes.writeUInt8((bytes.at(-index) ?? 0) ^ 1, bytes.length - index);
      expect(codeOf(bytes)).toBe('archive/gzip');
    }
  });

  it('refuses a file that is cut anywhere', () => {
    const bytes = gzip(TEXT);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(codeOf(bytes.subarray(0, length))).toMatch(/^archive\/(gzip|deflate)$/);
    }
  });

  it('refuses more than the cap, and accepts exactly the cap', () => {
    expect(codeOf(gzip(TEXT), TEXT.length)).toBe('accepted');
    expect(codeOf(gzip(TEXT), TEXT.length - 1)).toBe('archive/too-large');
  });

  it('refuses a bomb of 16 GiB without unpacking it', () => {
    const million = deflateRawSync(Buffer.alloc(1 << 20), { finishFlush: constants.Z_FULL_FLUSH });
    const header = gzip(TEXT).subarray(0, 10);
    const bomb = Buffer.concat([header, ...Array.from({ length: 16_384 }, () => million)]);
    const before = process.memoryUsage().rss;
    expect(codeOf(bomb, 10_000_000)).toBe('archive/too-large');
    expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
  });
});
