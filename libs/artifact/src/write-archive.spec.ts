import { execFileSync } from 'node:child_process';
import { gunzipSync } from 'node:zlib';
import { digestOf } from '@nx-agent-skills/skill';
import { type ArchiveFile, writeArchive, writeTar } from './write-archive';

const file = (path: string, content: string | Buffer): ArchiveFile => ({
  path,
  bytes: Buffer.from(content),
});

/** Bytes that look random and still compress: letters from a small linear congruential generator. */
function letters(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = 42;
  for (let index = 0; index < size; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = 97 + ((state >>> 24) % 16);
  }
  return bytes;
}

const SKILL_MD = file('SKILL.md', '---\nname: a\ndescription: d\n---\n\n# Steps\n');

interface Golden {
  title: string;
  files: ArchiveFile[];
  tar: string;
  archive: string;
}

// A change of any of these digests gives every published skill a new digest without a new content:
// that is a breaking change of the product.
const GOLDEN: Golden[] = [
  {
    title: 'no file',
    files: [],
    tar: 'sha256:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
    archive: 'sha256:62539018952ddec37a4fcf8d77171cfbcd5b21fc3520f32028cd9cfdae546a31',
  },
  {
    title: 'an empty file',
    files: [file('scripts/__init__.py', '')],
    tar: 'sha256:2cf87650efefcee890952cdc8d2bcb5fa8d0eafd7eac25c8a64e2d4dfced0b97',
    archive: 'sha256:bacc1754f4f636e4fce40093572dd85bf4faee04e0a995cc537d1f354fc5f989',
  },
  {
    title: 'a text and a script',
    files: [SKILL_MD, file('scripts/run.sh', '#!/bin/sh\necho run\n')],
    tar: 'sha256:74130120c85de3cfa5652f900b9f8bb19e211206e184596af2fbb41efd9fbc2c',
    archive: 'sha256:3b4f8bccae96e74e2f21e742980aee046bd1fd6334965997bb3cf79c5d0b6527',
  },
  {
    title: 'exactly one block',
    files: [SKILL_MD, file('block.bin', Buffer.alloc(512, 1))],
    tar: 'sha256:5cc33a77a0838ef227e6b84abd004e8d0160e5c322e3d8a8b48299f8f764bab4',
    archive: 'sha256:e293a62c530bc07914b1d9958dcb6217b75499885cac7c67525afedc5cc92b97',
  },
  {
    title: '200 kB that compress',
    files: [SKILL_MD, file('assets/letters.txt', letters(200_000))],
    tar: 'sha256:0f72436b61986b8366e736a49e68b565be51314b6883d7ccd4f3092f3cb32af3',
    archive: 'sha256:39e74280c9d6ca17cc95dc8e5f47bf8e2aab02236c9179937ce86a50b66fd082',
  },
  {
    title: 'many files with names of all kinds',
    files: [
      SKILL_MD,
      ...['Überblick.md', '模板.md', '\uff5e', '\u{1f600}', '-o', '@x', '(a) {b}.md'].map((name) =>
        file(name, name),
      ),
      file(`${'f'.repeat(155)}/${'n'.repeat(100)}`, 'long'),
      file('n'.repeat(100), 'long'),
      ...Array.from({ length: 300 }, (_, index) => file(`data/${index}.json`, `{"n":${index}}`)),
    ],
    tar: 'sha256:95e67d1245a50ca3a7bf481f7bf082d37edcbc690c2d7551d89eb4cca55d624f',
    archive: 'sha256:df229a9da704d8a80de41f581b8b7489da7e9aa19b939eea02dfcee897ae1ba8',
  },
];

describe('writeArchive', () => {
  it.each(GOLDEN)('gives the bytes that it always gave: $title', ({ files, tar, archive }) => {
    expect(digestOf(writeTar(files))).toBe(tar);
    expect(digestOf(writeArchive(files))).toBe(archive);
  });

  it.each(GOLDEN)('does not depend on the order of the files: $title', ({ files, archive }) => {
    expect(digestOf(writeArchive([...files].reverse()))).toBe(archive);
  });

  it.each(GOLDEN)('is unpacked by Node to the tar: $title', ({ files }) => {
    expect(gunzipSync(writeArchive(files)).equals(writeTar(files))).toBe(true);
  });

  it('is listed by tar as plain files, without a folder around', () => {
    const files = [
      file('scripts/run.sh', '#!/bin/sh\n'),
      SKILL_MD,
      file('scripts/a.md', 'a'),
      file(`${'f'.repeat(120)}/${'n'.repeat(100)}`, 'long'),
    ];
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
    const list = (options: string) =>
      execFileSync('tar', [options, '-'], { input: writeArchive(files), env, encoding: 'utf8' })
        .trimEnd()
        .split('\n');
    expect(list('-tzf')).toEqual([
      'SKILL.md',
      `${'f'.repeat(120)}/${'n'.repeat(100)}`,
      'scripts/a.md',
      'scripts/run.sh',
    ]);
    const lines = list('-tzvf');
    for (const line of lines) expect(line).toMatch(/^-rw[x-]r-[x-]r-[x-] .*\b0[ /]+0\b.*\b1970\b/);
    expect(lines.map((line) => line.slice(0, 10))).toEqual([
      '-rw-r--r--',
      '-rw-r--r--',
      '-rw-r--r--',
      '-rwxr-xr-x',
    ]);
  });

  it('throws when a path does not fit a plain header', () => {
    expect(() => writeArchive([file('n'.repeat(101), '')])).toThrow(RangeError);
  });
});

describe('writeTar', () => {
  it('pads every file to a block and ends with two zero blocks', () => {
    for (const [size, blocks] of [
      [0, 0],
      [1, 1],
      [512, 1],
      [513, 2],
    ] as const) {
      const tar = writeTar([file('x', Buffer.alloc(size, 1))]);
      expect(tar).toHaveLength((1 + blocks + 2) * 512);
      expect(tar.subarray(512 + size).every((byte) => byte === 0)).toBe(true);
    }
  });

  it('sorts by UTF-8 bytes', () => {
    const paths = ['a-b', 'a/b', 'ab', '\uff5e', '\u{1f600}'];
    const tar = writeTar([...paths].reverse().map((path) => file(path, '')));
    const found = paths.map((_, index) =>
      tar
        .subarray(index * 512, index * 512 + 100)
        .toString('utf8')
        .replaceAll('\0', ''),
    );
    expect(found).toEqual(paths);
  });
});
