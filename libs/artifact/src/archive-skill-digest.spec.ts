import { chmodSync, linkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/skill';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { archiveSkill } from './archive-skill';
import { findArtifact } from './artifact-folder';
import { readArchive } from './read-archive';
import { readArtifact } from './read-artifact';

const TEXT = '---\nname: s\ndescription: d\n---\nText\n';

const FILES = {
  'skills/s/SKILL.md': TEXT,
  'skills/s/references/copy.md': 'the same words',
  'skills/s/references/other.md': 'the same words',
  'skills/s/scripts/run.sh': '#!/bin/sh\n',
  'skills/s/Überblick.md': 'x',
};

function built(workspaceRoot: string) {
  const outputFolder = 'dist/s';
  const job = {
    workspaceRoot,
    skillPath: 'skills/s',
    outputFolder,
    settings: { strict: false, rules: {} },
    recordRefusal: false,
  };
  expect(archiveSkill(job)).toEqual({ archived: true, findings: [] });
  const artifact = findArtifact(join(workspaceRoot, outputFolder));
  const { bytes, digest } = readArtifact(artifact, 'skills/s');
  return { type: artifact.type, bytes, digest };
}

const DIGEST = 'sha256:6c4d905087850130d77da95b210fdc9342d1cd98de5d121b340b4dc1db1a5bd2';

describe('the digest of a skill', () => {
  it('is the same in every workspace and at every time', () => {
    expect(built(writeTree(FILES)).digest).toBe(DIGEST);
  });

  it('does not depend on the order in which the files were made', () => {
    const reversed = Object.fromEntries(Object.entries(FILES).reverse());
    expect(built(writeTree(reversed)).digest).toBe(DIGEST);
  });

  it('does not see hard links, and packs their files as files', () => {
    const { 'skills/s/references/other.md': _, ...files } = FILES;
    const workspace = writeTree(files);
    const folder = join(workspace, 'skills/s/references');
    linkSync(join(folder, 'copy.md'), join(folder, 'other.md'));
    const { digest, bytes } = built(workspace);
    expect(digest).toBe(DIGEST);
    expect(readArchive(bytes)).toHaveLength(5);
  });

  it('packs many hard links again and again to the same bytes', () => {
    const workspace = writeTree({ ...FILES, 'skills/s/d0/f0': 'linked' });
    for (let index = 1; index < 10; index += 1) {
      const name = join(workspace, `skills/s/f${index}`);
      linkSync(join(workspace, 'skills/s/d0/f0'), name);
    }
    const digests = Array.from({ length: 5 }, () => built(workspace).digest);
    expect(new Set(digests).size).toBe(1);
  });

  it.each([0, 1_000_000_000, 1_577_836_800.5])('does not see file times: %d', (time) => {
    const workspace = writeTree(FILES);
    for (const path of Object.keys(FILES)) utimesSync(join(workspace, path), time, time);
    expect(built(workspace).digest).toBe(DIGEST);
  });

  it.each(['400', '600', '755', '777'])('does not see the mode %s', (mode) => {
    const workspace = writeTree(FILES);
    for (const path of Object.keys(FILES))
      chmodSync(join(workspace, path), Number.parseInt(mode, 8));
    expect(built(workspace).digest).toBe(DIGEST);
  });

  it.each(['000', '022', '077'])('does not see the umask %s', (umask) => {
    const before = process.umask(Number.parseInt(umask, 8));
    try {
      expect(built(writeTree(FILES)).digest).toBe(DIGEST);
    } finally {
      process.umask(before);
    }
  });

  it('does not see junk, ignored files and empty folders', () => {
    const workspace = writeTree({
      ...FILES,
      '.gitignore': '*.log\n',
      'skills/s/.DS_Store': 'x',
      'skills/s/scripts/._run.sh': 'x',
      'skills/s/scripts/x.log': 'x',
      'skills/s/__MACOSX/y': 'x',
      'skills/s/empty/': '',
    });
    expect(built(workspace).digest).toBe(DIGEST);
  });

  it('of a single file stays that of the file, whatever junk lies beside', () => {
    const junk = ['.DS_Store', '._SKILL.md', 'Thumbs.db', 'desktop.ini', 'SKILL.md~', '.x.swp'];
    const workspace = writeTree({
      'skills/s/SKILL.md': TEXT,
      ...Object.fromEntries(junk.map((name) => [`skills/s/${name}`, 'x'])),
    });
    expect(built(workspace)).toMatchObject({
      type: 'skill-md',
      digest: digestOf(Buffer.from(TEXT)),
    });
  });

  it('changes with a content, a name, and a first line that makes a script', () => {
    const digests = [
      { ...FILES, 'skills/s/references/copy.md': 'other words' },
      { ...FILES, 'skills/s/references/new.md': '' },
      { ...FILES, 'skills/s/scripts/run.sh': '#?/bin/sh\n' },
    ].map((files) => built(writeTree(files)).digest);
    expect(new Set([...digests, DIGEST]).size).toBe(4);
    const workspace = writeTree(FILES);
    writeFileSync(join(workspace, 'skills/s/SKILL.md'), TEXT.replaceAll('Text', 'Texts'));
    expect(built(workspace).digest).not.toBe(DIGEST);
  });
});
