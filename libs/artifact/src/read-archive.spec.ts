import { deflateRawSync } from 'node:zlib';
import type { ArchiveError } from './archive-error';
import { crc32 } from './crc32';
import { gzip } from './gzip';
import { readArchive } from './read-archive';
import { encodeHeader } from './tar-header';
import { type ArchiveFile, writeArchive, writeTar } from './write-archive';

const FILES: ArchiveFile[] = [
  { path: 'SKILL.md', bytes: Buffer.from('text') },
  { path: 'run.sh', bytes: Buffer.from('#!/bin/sh\n') },
];
const TAR = writeTar(FILES);
const END = Buffer.alloc(1024);
const GZIP_HEADER = gzip(END).subarray(0, 10);

/** A gzip member around a tar, made faster than by `gzip`. */
function member(tar: Buffer): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(tar), 0);
  trailer.writeUInt32LE(tar.length, 4);
  return Buffer.concat([GZIP_HEADER, deflateRawSync(tar, { level: 1 }), trailer]);
}

function codeOf(tar: Buffer): string {
  try {
    readArchive(member(tar));
  } catch (error) {
    return (error as ArchiveError).code ?? String(error);
  }
  return 'accepted';
}

/** A header block with other bytes at `start`, and a checksum that is right for them. */
function header(path: string, start = 0, text = ''): Buffer {
  const block = encodeHeader({ path, mode: 0o644, size: 0 });
  block.write(text, start, 'latin1');
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')} \0`, 148, 'latin1');
  return block;
}

/** An archive of empty files that carry these names as they are. */
const named = (...paths: string[]) =>
  Buffer.concat([...paths.map((path) => header('x'.repeat(path.length), 0, path)), END]);

describe('readArchive', () => {
  it('gives back what writeArchive packed, sorted and with modes', () => {
    expect(readArchive(writeArchive([...FILES].reverse()))).toEqual([
      { path: 'SKILL.md', mode: 0o644, bytes: Buffer.from('text') },
      { path: 'run.sh', mode: 0o755, bytes: Buffer.from('#!/bin/sh\n') },
    ]);
    expect(readArchive(writeArchive([]))).toEqual([]);
  });

  it.each([0, 1, 511, 512, 513, 100_000])('gives back a file of %i bytes', (size) => {
    const bytes = Buffer.alloc(size, 7);
    expect(readArchive(writeArchive([{ path: 'x', bytes }]))[0]?.bytes.equals(bytes)).toBe(true);
  });

  it('gives back names of every kind', () => {
    const long = `${'f'.repeat(155)}/${'n'.repeat(100)}`;
    const paths = ['-o', 'a b', 'n'.repeat(100), long, '模板/Ü.md', '\uff5e', '\u{1f600}'];
    const members = readArchive(writeArchive(paths.map((path) => ({ path, bytes: END }))));
    expect(members.map(({ path }) => path).sort()).toEqual(paths.sort());
  });

  it('accepts 1000 files and refuses one more', () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ path: `${index}`, bytes: Buffer.alloc(0) }));
    expect(readArchive(writeArchive(files(1000)))).toHaveLength(1000);
    expect(codeOf(writeTar(files(1001)))).toBe('archive/too-many');
  });
});

describe('an archive that readArchive refuses', () => {
  it.each([0x01, 0x20, 0x80, 0xff])('every byte of a header changed by %i', (mask) => {
    for (const start of [0, 1024]) {
      for (let index = start; index < start + 512; index += 1) {
        const tar = Buffer.from(TAR);
        tar.writeUInt8((tar[index] ?? 0) ^ mask, index);
        expect([index, codeOf(tar)]).toEqual([index, expect.stringMatching(/^archive\//)]);
      }
    }
  });

  it('every byte changed, with a right checksum: refused, or an archive that we could write', () => {
    let accepted = 0;
    for (let index = 0; index < 512; index += 1) {
      const letter = String.fromCharCode((TAR[index] ?? 0) ^ 1);
      const tar = Buffer.concat([header('SKILL.md', index, letter), END]);
      if (codeOf(tar) !== 'accepted') continue;
      accepted += 1;
      expect(writeTar(readArchive(member(tar))).equals(tar)).toBe(true);
    }
    // The letters of the name can be others; those of the checksum were put right.
    expect(accepted).toBe('SKILL.md'.length + 8);
  });

  it.each<[what: string, start: number, text: string]>([
    ['the type of old archives', 156, '\0'],
    ['a hard link', 156, '1'],
    ['a symbolic link', 156, '2'],
    ['a device', 156, '3'],
    ['a folder', 156, '5'],
    ['a pipe', 156, '6'],
    ['a contiguous file', 156, '7'],
    ['a GNU long name', 156, 'L'],
    ['a PAX header', 156, 'x'],
    ['a global PAX header', 156, 'g'],
    ['a link name', 157, 'SKILL.md'],
    ['mode 0600', 100, '000600 '],
    ['a set-uid bit', 100, '004755 '],
    ['a mode that the content does not ask for', 100, '000755 '],
    ['a mode written in another way', 100, '0000644\0'],
    ['an owner', 108, '001750 '],
    ['a group', 116, '001750 '],
    ['a time', 136, '0000000001'],
    ['a negative size', 124, '-0000000001'],
    ['a size in base 256', 124, '\x80\0\0\0\0\0\0\0\0\0\0\0'],
    ['the GNU magic', 257, 'ustar  \0'],
    ['no magic', 257, '\0\0\0\0\0\0\0\0'],
    ['a user name', 265, 'root'],
    ['a group name', 297, 'root'],
    ['a device number', 329, '0000001'],
    ['bytes at the end of the header', 500, 'x'],
    ['bytes behind the name', 50, 'x'],
  ])('%s', (_, start, text) => {
    expect(codeOf(Buffer.concat([header('SKILL.md', start, text), END]))).toBe('archive/header');
  });

  it.each([
    './SKILL.md',
    '/SKILL.md',
    '../SKILL.md',
    'a/../SKILL.md',
    'a/..',
    'a//b',
    'a/',
    'a\\b',
    'C:a',
    'a\x1bb',
    'a.',
    'nul',
    'aux.md',
    '\xff',
  ])('the name %j', (path) => {
    expect(codeOf(named(path))).toBe('archive/path');
  });

  it.each([
    ['unsorted', ['b', 'a']],
    ['sorted as a language sorts', ['a', 'B']],
    ['twice the same', ['a', 'a']],
    ['twice the same, apart', ['a', 'b', 'a']],
  ])('names %s', (_, paths) => {
    expect(codeOf(named(...paths))).toBe('archive/order');
  });

  it('an archive cut at any place', () => {
    for (let length = 0; length < TAR.length; length += 1) {
      expect([length, codeOf(TAR.subarray(0, length))]).toEqual([
        length,
        expect.stringMatching(/^archive\/(truncated|trailing)$/),
      ]);
    }
  });

  it('an archive cut inside a file that fills its blocks', () => {
    const tar = writeTar([{ path: 'x', bytes: Buffer.alloc(1024, 1) }]);
    expect(codeOf(tar.subarray(0, 1024))).toBe('archive/truncated');
  });

  it('a size beyond the end of the archive', () => {
    const tar = Buffer.concat([encodeHeader({ path: 'x', mode: 0o644, size: 2 ** 32 }), END]);
    expect(codeOf(tar)).toBe('archive/truncated');
  });

  it.each([
    ['a block too many', Buffer.concat([TAR, Buffer.alloc(512)])],
    ['the padding of tar to 20 blocks', Buffer.concat([TAR, Buffer.alloc(10_240 - TAR.length)])],
    ['a byte behind the end', Buffer.concat([TAR, Buffer.from([0])])],
    ['a second archive', Buffer.concat([TAR, TAR])],
    ['a file between the two closing blocks', Buffer.concat([TAR.subarray(0, -512), TAR])],
  ])('%s', (_, tar) => {
    expect(codeOf(tar)).toBe('archive/trailing');
  });

  it('something hidden in the padding', () => {
    const tar = Buffer.from(TAR);
    tar.writeUInt8(1, 512 + 'text'.length);
    expect(codeOf(tar)).toBe('archive/header');
  });

  it('more bytes than the largest skill has', () => {
    expect(codeOf(Buffer.alloc(54_000_000))).toBe('archive/too-large');
  });
});
