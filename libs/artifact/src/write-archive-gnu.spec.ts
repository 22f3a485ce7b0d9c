import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { compareBytes } from '@nx-agent-skills/skill';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { Header } from 'tar';
import { writeArchive } from './write-archive';

const FILES: Record<string, string> = {
  'SKILL.md': '---\nname: a\ndescription: A.\n---\n',
  'a.md': 'before the folder in bytes, behind it in other orders\n',
  'a/b.md': '',
  'a-b.md': '-',
  'scripts/run.sh': '#!/bin/sh\n',
  'references/ä/ß.md': 'text',
  [`long/${'d'.repeat(90)}/${'f'.repeat(60)}.md`]: 'x'.repeat(1025),
};
const isGnuTar = execFileSync('tar', ['--version'], { encoding: 'utf8' }).includes('GNU tar');

interface Member {
  header: Record<string, unknown>;
  content: string;
}

/** The members of a tar, with all that their headers say. */
function members(tar: Buffer): Member[] {
  const found: Member[] = [];
  for (let at = 0; at < tar.length; ) {
    const block = tar.subarray(at, at + 512);
    if (block.every((byte) => byte === 0)) break;
    const header = new Header(block);
    const { path, mode, uid, gid, size = 0, type, linkpath, uname, gname, devmaj, devmin } = header;
    const mtime = header.mtime?.getTime();
    const numbers = { mode, uid, gid, size, mtime, devmaj: devmaj || 0, devmin: devmin || 0 };
    found.push({
      header: {
        path,
        type,
        linkpath: linkpath ?? '',
        uname,
        gname,
        ...numbers,
        magic: block.toString('latin1', 257, 265),
      },
      content: tar.subarray(at + 512, at + 512 + size).toString('utf8'),
    });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return found;
}

// Only GNU tar knows the options of this recipe.
(isGnuTar ? it : it.skip)(
  'an archive has the members that GNU tar makes of the same sorted list',
  () => {
    const paths = Object.keys(FILES).sort(compareBytes);
    const folder = writeTree(FILES);
    for (const path of paths) chmodSync(join(folder, path), path.endsWith('.sh') ? 0o755 : 0o644);
    const gnu = execFileSync(
      'tar',
      [
        ...['--format=ustar', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'],
        ...[
          '--no-recursion',
          '--verbatim-files-from',
          '-b',
          '1',
          '-C',
          folder,
          '-cf',
          '-',
          '-T',
          '-',
        ],
      ],
      { input: paths.join('\n'), env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } },
    );
    const files = paths.map((path) => ({ path, bytes: Buffer.from(FILES[path] ?? '', 'utf8') }));
    const ours = gunzipSync(writeArchive(files));
    expect(members(ours).map(({ header }) => header.path)).toEqual(paths);
    expect(members(ours)).toEqual(members(gnu));
    expect(ours.length).toBe(gnu.length);
  },
);
