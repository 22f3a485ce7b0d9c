import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ArchiveError } from './archive-error';
import { archivePathFault, checkArchivePaths } from './archive-path';
import { readArchive } from './read-archive';
import { fitsUstar } from './tar-header';
import { type ArchiveFile, writeArchive, writeTar } from './write-archive';

const segment = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  fc.constantFrom(
    '.',
    '..',
    'CON',
    'a.',
    'b ',
    'c:d',
    '@x',
    '-o',
    '.hidden',
    '[x]',
    'ä',
    'a\u0308',
    'A',
    'a',
  ),
);
const path = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join('/'));
const content = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }),
  fc.constantFrom(
    Buffer.from('#!/bin/sh\n'),
    Buffer.from('7f454c46', 'hex'),
    Buffer.alloc(512),
    Buffer.alloc(513),
  ),
);
const files: fc.Arbitrary<ArchiveFile[]> = fc
  .uniqueArray(fc.record({ path, bytes: content.map((bytes) => Buffer.from(bytes)) }), {
    selector: (file) => file.path,
    maxLength: 12,
  })
  .map((all) => all.filter((file) => archivePathFault(file.path) === undefined));

/** The members of an archive, or the error that refuses it; anything else that is thrown is a fault. */
function read(bytes: Buffer): ReturnType<typeof readArchive> | ArchiveError {
  try {
    return readArchive(bytes);
  } catch (error) {
    if (error instanceof ArchiveError) return error;
    throw error;
  }
}

describe('packing', () => {
  it('and reading give the same files back, whatever their order', () => {
    fc.assert(
      fc.property(files, fc.infiniteStream(fc.nat()), (all, order) => {
        const shuffled = [...all].sort(() => (order.next().value % 2 === 0 ? 1 : -1));
        const archive = writeArchive(all);
        expect(writeArchive(shuffled).equals(archive)).toBe(true);
        const members = readArchive(archive);
        expect(new Map(members.map((each) => [each.path, each.bytes.toString('hex')]))).toEqual(
          new Map(all.map((each) => [each.path, each.bytes.toString('hex')])),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('path rules', () => {
  it('let only paths pass that a header can hold, and never throw', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 8 }), (paths) => {
        const findings = checkArchivePaths(paths, 'skills/s');
        for (const each of paths) {
          const isRefused = findings.some(
            ({ file, severity }) => file === `skills/s/${each}` && severity === 'error',
          );
          if (!isRefused)
            expect([each, archivePathFault(each), fitsUstar(each)]).toEqual([
              each,
              undefined,
              true,
            ]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the strict reader', () => {
  const sample = writeTar([
    { path: 'SKILL.md', bytes: Buffer.from('---\nname: s\n---\n') },
    { path: 'scripts/a.sh', bytes: Buffer.from('#!/bin/sh\n') },
  ]);
  const archive = writeArchive([
    { path: 'SKILL.md', bytes: Buffer.from('---\nname: s\n---\n') },
    { path: 'scripts/a.sh', bytes: Buffer.from('#!/bin/sh\n') },
  ]);

  /** What we write of what was read must be what was read. */
  const isCanonical = (tar: Buffer, members: ReturnType<typeof readArchive>) =>
    writeTar(members.map(({ path: name, bytes }) => ({ path: name, bytes }))).equals(tar);

  const wrap = (tar: Buffer) => {
    const bytes = gzipSync(tar);
    Buffer.from('1f8b08000000000000ff', 'hex').copy(bytes);
    return bytes;
  };

  it('refuses or reads as written any tar with changed bytes', () => {
    const change = fc.record({ at: fc.nat(sample.length - 1), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const tar = Buffer.from(sample);
        for (const { at, value } of changes) tar[at] = value;
        const result = read(wrap(tar));
        if (!(result instanceof ArchiveError)) expect(isCanonical(tar, result)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses any other sequence of blocks', () => {
    const block = fc.oneof(
      fc
        .nat(sample.length / 512 - 1)
        .map((index) => sample.subarray(index * 512, index * 512 + 512)),
      fc.constant(Buffer.alloc(512)),
      fc.uint8Array({ minLength: 512, maxLength: 512 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), fc.nat(511), (blocks, rest) => {
        const tar = Buffer.concat([...blocks, Buffer.alloc(rest)]);
        const result = read(wrap(tar));
        if (!(result instanceof ArchiveError)) expect(isCanonical(tar, result)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses compressed bytes that were changed, cut or added to', () => {
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(archive);
        changed[at] = (changed[at] ?? 0) ^ flip;
        const result = read(changed);
        // The same content may be compressed in other ways; what counts is what is read.
        if (!(result instanceof ArchiveError)) expect(isCanonical(sample, result)).toBe(true);
        expect(read(archive.subarray(0, at))).toBeInstanceOf(ArchiveError);
        expect(read(Buffer.concat([archive, Buffer.from([flip])]))).toBeInstanceOf(ArchiveError);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses bytes that are no archive', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(read(Buffer.from(bytes))).toBeInstanceOf(ArchiveError);
      }),
    );
  });
});
