import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/skill';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { ArchiveError } from './archive-error';
import { readArchive } from './read-archive';
import { readZip } from './read-zip';
import { writeArchive } from './write-archive';
import { writeZip } from './write-zip';

const FILES = [
  { path: 'scripts/run.sh', bytes: Buffer.from('#!/bin/sh\necho run\n') },
  { path: 'SKILL.md', bytes: Buffer.from('---\nname: a\ndescription: A.\n---\n'.repeat(9)) },
  { path: 'assets/über.txt', bytes: Buffer.from('') },
  { path: 'assets/noise.bin', bytes: Buffer.from([7, 201, 13, 99, 54, 250]) },
];

const hasPython = spawnSync('python3', ['--version']).status === 0;

function codeOf(bytes: Buffer): string {
  try {
    readZip(bytes);
  } catch (error) {
    if (error instanceof ArchiveError) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('a zip', () => {
  const zip = writeZip(FILES);

  it('has the same bytes everywhere', () => {
    expect(digestOf(zip)).toBe(
      'sha256:b1d77253f12ede100127ab98680cd7bc8c9f891bea6a652d1c10307f0dd66014',
    );
    expect(writeZip([...FILES].reverse())).toEqual(zip);
  });

  it('is read back as the archive of the same files is', () => {
    expect(readZip(zip)).toEqual(readArchive(writeArchive(FILES)));
  });

  (hasPython ? it : it.skip)('is unpacked by Python with the contents and the modes', () => {
    const folder = writeTree({});
    const file = join(folder, 'skill.zip');
    writeFileSync(file, zip);
    const script =
      'import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[i.filename, oct(i.external_attr>>16), z.read(i).hex()] for i in z.infolist()]))';
    const listed = JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }));
    expect(listed).toEqual(
      readZip(zip).map(({ path, mode, bytes }) => [
        path,
        `0o100${mode.toString(8)}`,
        bytes.toString('hex'),
      ]),
    );
  });
});

describe('the strict reader of zips', () => {
  const zip = writeZip(FILES);

  it('reads nothing else out of a zip with a changed byte', () => {
    const members = readZip(zip);
    for (let at = 0; at < zip.length; at += 1) {
      const changed = Buffer.from(zip);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x40, at);
      // The last bits of a deflate stream may have any value; only the digest sees them.
      if (codeOf(changed) === 'accepted') expect(readZip(changed)).toEqual(members);
    }
    for (const at of [4, 6, 10, 12, 14, zip.length - 1, zip.length - 22]) {
      const changed = Buffer.from(zip);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect([at, codeOf(changed)]).not.toEqual([at, 'accepted']);
    }
  });

  it('notices any cut, and anything before, between or behind', () => {
    for (let length = 0; length < zip.length; length += 1) {
      expect([length, codeOf(zip.subarray(0, length))]).not.toEqual([length, 'accepted']);
    }
    expect(codeOf(Buffer.concat([zip, Buffer.from('x')]))).toBe('archive/zip');
    expect(codeOf(Buffer.concat([Buffer.from('x'), zip]))).toBe('archive/zip');
  });

  it.each([
    ['a path that leaves the folder', '../SKILL.md', 'archive/path'],
    ['an absolute path', '/SKILL.md', 'archive/path'],
    ['a folder', 'scripts/', 'archive/path'],
  ])('refuses %s', (_, path, code) => {
    expect(codeOf(writeZip([{ path, bytes: Buffer.from('x') }]))).toBe(code);
  });

  it('refuses a path that occurs twice', () => {
    const twice = { path: 'SKILL.md', bytes: Buffer.from('x') };
    expect(codeOf(writeZip([twice, twice]))).toBe('archive/order');
  });

  it('refuses more than clients unpack, without unpacking it', () => {
    const half = Buffer.alloc(26 * 1024 * 1024);
    const bomb = writeZip(['a', 'b'].map((path) => ({ path, bytes: half })));
    expect(bomb.length).toBeLessThan(100_000);
    expect(codeOf(bomb)).toBe('archive/too-large');
    const many = Array.from({ length: 1001 }, (_, at) => ({
      path: `f${at}`,
      bytes: half.subarray(0, 1),
    }));
    expect(codeOf(writeZip(many))).toBe('archive/too-many');
  });
});
