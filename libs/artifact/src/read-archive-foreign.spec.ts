import { execFileSync } from 'node:child_process';
import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeTree } from '@nx-agent-skills/skill/testing';
import type { ArchiveError } from './archive-error';
import { gzip } from './gzip';
import { readArchive } from './read-archive';

const LONG = `${'n'.repeat(120)}.md`;
const DETERMINISTIC = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];

const isGnuTar = execFileSync('tar', ['--version'], { encoding: 'utf8' }).includes('GNU tar');

/** What real tar packs with these arguments in a folder with a skill. */
function packed(args: string[]): Buffer {
  const folder = writeTree({
    'SKILL.md': 'text',
    'scripts/run.sh': '#!/bin/sh\n',
    [LONG]: 'long',
    'wrapped/s/SKILL.md': 'text',
  });
  linkSync(join(folder, 'SKILL.md'), join(folder, 'Z-hard'));
  symlinkSync('SKILL.md', join(folder, 'Z-soft'));
  return execFileSync('tar', [...DETERMINISTIC, '-b', '2', '-cf', '-', '-C', folder, ...args], {
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
}

function codeOf(archive: Buffer): string {
  try {
    readArchive(archive);
  } catch (error) {
    return (error as ArchiveError).code ?? String(error);
  }
  return 'accepted';
}

// Only GNU tar has the options that make it write these kinds of entries.
(isGnuTar ? describe : describe.skip)('archives that GNU tar packs are refused', () => {
  it.each<[what: string, code: string, args: string[]]>([
    ['a whole folder', 'archive/path', ['--format=ustar', '-C', 'wrapped', '.']],
    ['names with ./', 'archive/path', ['--format=ustar', './SKILL.md']],
    ['a folder', 'archive/path', ['--format=ustar', '--no-recursion', 'scripts']],
    ['its own way to write numbers', 'archive/header', ['--format=ustar', 'SKILL.md']],
    ['the GNU format', 'archive/header', ['--format=gnu', 'SKILL.md']],
    ['the old format', 'archive/header', ['--format=v7', 'SKILL.md']],
    ['a symbolic link', 'archive/header', ['--format=ustar', 'Z-soft']],
    ['a hard link', 'archive/header', ['--format=ustar', 'SKILL.md', 'Z-hard']],
    ['a GNU long name', 'archive/path', ['--format=gnu', LONG]],
    ['a PAX header for a long name', 'archive/path', ['--format=pax', LONG]],
    ['a PAX header', 'archive/path', ['--format=pax', '--pax-option=comment=x', 'SKILL.md']],
  ])('%s', (_, code, args) => {
    expect(codeOf(gzip(packed(args)))).toBe(code);
  });

  it('with a gzip header other than ours', () => {
    expect(codeOf(gzipSync(packed(['--format=ustar', 'SKILL.md'])))).toBe('archive/gzip');
  });
});
