import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/skill';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { archiveSkill, tryArchiveSkill } from './archive-skill';
import {
  type ArtifactOnDisk,
  artifactFileName,
  findArtifact,
  readFindings,
} from './artifact-folder';
import { readArchive } from './read-archive';

const TEXT = '---\nname: s\ndescription: d\n---\nText\n';

const job = (workspaceRoot: string, strict = false) => ({
  workspaceRoot,
  skillPath: 'skills/s',
  outputFolder: 'dist/s',
  settings: { strict, rules: {} },
  recordRefusal: false,
});

const artifactIn = (workspace: string): ArtifactOnDisk => findArtifact(join(workspace, 'dist/s'));

const inSkill = (files: Record<string, string>) =>
  writeTree(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`skills/s/${path}`, text])),
  );

describe('archiveSkill', () => {
  it('copies a single-file skill', () => {
    const workspace = inSkill({ 'SKILL.md': TEXT });
    expect(archiveSkill(job(workspace))).toEqual({ archived: true, findings: [] });
    const name = artifactFileName('skill-md', digestOf(Buffer.from(TEXT)));
    expect(readdirSync(join(workspace, 'dist/s'))).toEqual([name]);
    expect(readFileSync(join(workspace, 'dist/s', name), 'utf8')).toBe(TEXT);
  });

  it('packs a multi-file skill, with links inside it as copies', () => {
    const workspace = inSkill({ 'SKILL.md': TEXT, 'v2.md': 'v2', 'scripts/run': '#!/bin/sh\n' });
    symlinkSync('v2.md', join(workspace, 'skills/s/latest.md'));
    expect(archiveSkill(job(workspace)).archived).toBe(true);
    const { type, file, digest } = artifactIn(workspace);
    const bytes = readFileSync(file);
    expect(type).toBe('archive');
    expect(digest).toBe(digestOf(bytes));
    expect(readArchive(bytes)).toEqual([
      { path: 'SKILL.md', mode: 0o644, bytes: Buffer.from(TEXT) },
      { path: 'latest.md', mode: 0o644, bytes: Buffer.from('v2') },
      { path: 'scripts/run', mode: 0o755, bytes: Buffer.from('#!/bin/sh\n') },
      { path: 'v2.md', mode: 0o644, bytes: Buffer.from('v2') },
    ]);
  });

  it('leaves nothing of an earlier artifact', () => {
    const workspace = inSkill({ 'SKILL.md': TEXT, 'a.md': '' });
    archiveSkill(job(workspace));
    writeFileSync(join(workspace, 'dist/s/stale.txt'), '');
    writeFileSync(join(workspace, 'skills/s/b.md'), '');
    archiveSkill(job(workspace));
    const { digest } = artifactIn(workspace);
    expect(readdirSync(join(workspace, 'dist/s'))).toEqual([artifactFileName('archive', digest)]);
  });

  it('refuses a faulty skill with all its faults and leaves the folder empty', () => {
    const workspace = inSkill({ 'SKILL.md': TEXT });
    archiveSkill(job(workspace));
    writeFileSync(join(workspace, 'skills/s/SKILL.md'), '---\nname: S\n---\nText\n');
    writeFileSync(join(workspace, 'skills/s/.env'), 'TOKEN=made-up');
    writeFileSync(join(workspace, 'skills/s/a:b'), '');
    writeFileSync(join(workspace, 'skills/s/n'.padEnd(110, 'n')), '');
    const { archived, findings } = archiveSkill(job(workspace));
    expect(archived).toBe(false);
    expect(findings.map(({ code }) => code).sort()).toEqual([
      'files/secret',
      'frontmatter/missing-key',
      'name/invalid',
      'path/not-portable',
      'path/too-long',
    ]);
    expect(findings.map(({ file }) => file)).toEqual(findings.map(({ file }) => file).sort());
    expect(readdirSync(join(workspace, 'dist/s'))).toEqual([]);
  });

  it('packs a lone name of exactly 100 bytes', () => {
    const name = 'n'.repeat(100);
    const workspace = inSkill({ 'SKILL.md': TEXT, [name]: '' });
    expect(archiveSkill(job(workspace)).archived).toBe(true);
    expect(readArchive(readFileSync(artifactIn(workspace).file))[1]?.path).toBe(name);
  });

  it('refuses the path of a skill that Nx takes for a pattern', () => {
    const workspace = writeTree({ 'skills/s!/SKILL.md': TEXT });
    const { archived, findings } = archiveSkill({ ...job(workspace), skillPath: 'skills/s!' });
    expect(archived).toBe(false);
    expect(findings.map(({ code }) => code)).toContain('layout/pattern-characters');
  });

  it('keeps warnings with the artifact; strict makes errors of them', () => {
    const workspace = inSkill({ 'SKILL.md': '---\nname: other\ndescription: d\n---\nText\n' });
    const loose = archiveSkill(job(workspace));
    expect(loose).toMatchObject({
      archived: true,
      findings: [{ code: 'name/differs-from-folder', severity: 'warning' }],
    });
    expect(readFindings(artifactIn(workspace))).toEqual(loose.findings);
    expect(archiveSkill(job(workspace, true))).toMatchObject({
      archived: false,
      findings: [{ code: 'name/differs-from-folder', severity: 'error' }],
    });
    expect(readdirSync(join(workspace, 'dist/s'))).toEqual([]);
  });

  it('packs only what the workspace does not ignore', () => {
    const workspace = writeTree({
      '.gitignore': '*.log\n',
      'skills/s/SKILL.md': TEXT,
      'skills/s/x.log': '',
      'skills/s/.DS_Store': '',
    });
    archiveSkill(job(workspace));
    expect(artifactIn(workspace).type).toBe('skill-md');
  });
});

describe('tryArchiveSkill', () => {
  it('gives what archiveSkill throws as a value', () => {
    const workspace = inSkill({ 'SKILL.md': TEXT });
    writeFileSync(join(workspace, 'dist'), 'a file where the folder should be');
    expect(() => archiveSkill(job(workspace))).toThrow();
    const result = tryArchiveSkill(job(workspace));
    expect(result).toBeInstanceOf(Error);
    expect((result as Error).message).toMatch(/ENOTDIR|EEXIST/);
  });
});
