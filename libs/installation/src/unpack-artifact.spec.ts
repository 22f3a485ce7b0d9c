import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeArchive } from '@nx-agent-skills/artifact/testing';
import { publishTree } from '@nx-agent-skills/deployment/testing/published-tree';
import { skillMd } from '@nx-agent-skills/publication/testing';
import type { LockedSkill } from './locked-skill';
import { unpackArtifact } from './unpack-artifact';

const { tree } = publishTree(
  {
    'skills/beta/SKILL.md': skillMd('beta'),
    'skills/beta/scripts/run.sh': '#!/bin/sh\n',
  },
  { zip: 'beside' },
);
const read = (file: string) => readFileSync(join(tree, 'agent-skills', file));

const locked = (type: LockedSkill['type']): LockedSkill => ({
  name: 'beta',
  type,
  url: 'https://skills.acme.example/agent-skills/beta',
  digest: `sha256:${'b'.repeat(64)}`,
  index: 'https://skills.acme.example/.well-known/agent-skills/index.json',
});

describe('an artifact', () => {
  it.each(['beta.tar.gz', 'beta.zip'])('is unpacked with its modes: %s', (file) => {
    const files = unpackArtifact(locked('archive'), read(file));
    expect(files.map(({ path, mode }) => [path, mode])).toEqual([
      ['SKILL.md', 0o644],
      ['scripts/run.sh', 0o755],
    ]);
  });

  it('may be a SKILL.md', () => {
    const bytes = Buffer.from(skillMd('beta'));
    expect(unpackArtifact(locked('skill-md'), bytes)).toEqual([
      { path: 'SKILL.md', mode: 0o644, bytes },
    ]);
  });

  const md = skillMd('beta');
  it.each<[string, Buffer, string]>([
    ['with a link', withType('2'), 'is not a plain file'],
    ['with a hard link', withType('1'), 'is not a plain file'],
    ['with a path that leads out', archiveOf({ '../x': 'x', 'SKILL.md': md }), '"." or ".."'],
    ['with an absolute path', archiveOf({ '/x': 'x', 'SKILL.md': md }), 'an empty part'],
    ['with a folder around it', archiveOf({ 'beta/SKILL.md': md }), 'no SKILL.md at its root'],
    ['with a file twice', twice(), 'sorted and unique'],
    [
      'with names that are one elsewhere',
      archiveOf({ 'SKILL.md': md, 'skill.md': 'x' }),
      'are one',
    ],
    ['with a file where a folder is', archiveOf({ 'SKILL.md': md, x: 'x', 'X/y': 'y' }), 'are one'],
    ['with another name', archiveOf({ 'SKILL.md': skillMd('gamma') }), 'has the name "gamma"'],
    ['without frontmatter', archiveOf({ 'SKILL.md': '# Beta\n' }), 'no valid frontmatter'],
    ['that is no archive', Buffer.from('<!doctype html>'), 'gzip'],
    ['beyond the limits', gzipped(Buffer.alloc(60 * 1024 * 1024)), 'unpacks to more than'],
    ['cut short', read('beta.tar.gz').subarray(0, 100), 'compressed data is damaged'],
    ['of a zip, cut short', read('beta.zip').subarray(0, 100), 'zip'],
  ])('%s is refused', (_, bytes, reason) => {
    const unpack = () => unpackArtifact(locked('archive'), bytes);
    expect(unpack).toThrow(expect.objectContaining({ code: 'installation/refused' }));
    expect(unpack).toThrow(reason);
  });
});

function archiveOf(files: Record<string, string>): Buffer {
  return writeArchive(
    Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  );
}

function twice(): Buffer {
  const file = { path: 'SKILL.md', bytes: Buffer.from(skillMd('beta')) };
  return writeArchive([file, file]);
}

/** An archive whose first entry is of another type, and right in all else. */
function withType(type: string): Buffer {
  const tar = gunzipSync(read('beta.tar.gz'));
  const header = tar.subarray(0, 512);
  header.write(type, 156);
  header.write('        ', 148);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')} \0`, 148);
  return gzipped(tar);
}

/** With the header that ours have. */
function gzipped(bytes: Buffer): Buffer {
  const compressed = gzipSync(bytes);
  compressed[9] = 0xff;
  return compressed;
}
