import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/skill';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { archiveSkill } from './archive-skill';
import { ArtifactError } from './artifact-error';
import { emptyFolder, findArtifact, writeArtifact } from './artifact-folder';
import { gzip } from './gzip';
import { inspectArtifact } from './inspect-artifact';
import { readVerifiedRecord, recordArtifact, writeRecord } from './record';
import { writeArchive } from './write-archive';

const TEXT = '---\nname: s\ndescription: " What it does. "\n---\nText\n';
const SCRIPT = '#!/bin/sh\n';

/** The artifact folder of a skill with these files. */
function archived(files: Record<string, string>): string {
  const workspaceRoot = writeTree(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`skills/s/${path}`, text])),
  );
  archiveSkill({
    workspaceRoot,
    skillPath: 'skills/s',
    outputFolder: 'out',
    settings: { strict: false, rules: {} },
    recordRefusal: false,
  });
  return join(workspaceRoot, 'out');
}

const record = (folder: string) => recordArtifact(folder, 'skills/s');

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ArtifactError) return error.code;
    throw error;
  }
  return 'accepted';
}

/** Puts other bytes in place of an archive, under the name that fits them. */
function replaceConsistently(folder: string, bytes: Buffer): void {
  emptyFolder(folder);
  writeArtifact(folder, { type: 'archive', bytes, digest: digestOf(bytes) }, []);
}

describe('recordArtifact', () => {
  it('records a single-file skill', () => {
    const bytes = Buffer.from(TEXT);
    expect(record(archived({ 'SKILL.md': TEXT }))).toEqual({
      format: 1,
      path: 'skills/s',
      shape: 'single-file',
      type: 'skill-md',
      name: 's',
      description: 'What it does.',
      digest: digestOf(bytes),
      size: bytes.length,
      files: [{ path: 'SKILL.md', mode: '0644', size: bytes.length, digest: digestOf(bytes) }],
      findings: [],
    });
  });

  it('records every file of a multi-file skill, and its warnings', () => {
    const text = TEXT.replace('name: s', 'name: other');
    const folder = archived({ 'SKILL.md': text, 'run.sh': SCRIPT });
    const recorded = record(folder);
    const bytes = readFileSync(findArtifact(folder).file);
    expect(recorded).toMatchObject({
      shape: 'multi-file',
      type: 'archive',
      name: 'other',
      digest: digestOf(bytes),
      size: bytes.length,
      findings: [{ code: 'name/differs-from-folder', file: 'skills/s/SKILL.md' }],
    });
    expect(recorded.files[1]).toEqual({
      path: 'run.sh',
      mode: '0755',
      size: SCRIPT.length,
      digest: digestOf(Buffer.from(SCRIPT)),
    });
  });

  it('records a bundle, with or without a name of its own', () => {
    const nested = { 'skills/x/SKILL.md': TEXT };
    expect(record(archived({ 'SKILL.md': TEXT, ...nested }))).toMatchObject({
      shape: 'bundle',
      name: 's',
    });
    expect(record(archived({ 'README.md': '', ...nested }))).toMatchObject({
      shape: 'bundle',
      name: null,
      description: null,
    });
  });

  it.each([
    ['a single file', { 'SKILL.md': TEXT }],
    ['an archive', { 'SKILL.md': TEXT, 'a.md': '' }],
  ])('refuses a changed byte of %s', (_, files) => {
    const folder = archived(files);
    const { file } = findArtifact(folder);
    const bytes = readFileSync(file);
    bytes.writeUInt8((bytes[20] ?? 0) ^ 1, 20);
    writeFileSync(file, bytes);
    expect(codeOf(() => record(folder))).toBe('artifact/digest-mismatch');
    writeFileSync(file, bytes.subarray(1));
    expect(codeOf(() => record(folder))).toBe('artifact/digest-mismatch');
  });

  it('refuses a folder with a file too many, and one without an artifact', () => {
    const folder = archived({ 'SKILL.md': TEXT });
    writeFileSync(join(folder, 'extra.txt'), '');
    expect(codeOf(() => record(folder))).toBe('artifact/missing');
    expect(codeOf(() => record(join(folder, 'gone')))).toBe('artifact/missing');
    expect(codeOf(() => record(archived({ 'SKILL.md': 'refused' })))).toBe('artifact/missing');
  });

  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });

  it.each<[what: string, bytes: Buffer]>([
    ['no archive', Buffer.from('text')],
    ['a cut archive', writeArchive([file('SKILL.md', TEXT)]).subarray(0, -9)],
    ['no tar', gzip(Buffer.from(TEXT))],
    ['an archive without SKILL.md', writeArchive([file('a.md', ''), file('b.md', '')])],
    ['an archive with a faulty SKILL.md', writeArchive([file('SKILL.md', '# no frontmatter')])],
    [
      'a bundle with a faulty SKILL.md',
      writeArchive([file('SKILL.md', ''), file('skills/x/SKILL.md', TEXT)]),
    ],
    ['an empty archive', writeArchive([])],
  ])('refuses %s although the statement agrees', (_, bytes) => {
    const folder = archived({ 'SKILL.md': TEXT, 'a.md': '' });
    replaceConsistently(folder, bytes);
    expect(codeOf(() => record(folder))).toBe('artifact/damaged');
  });

  it('says in the error where the artifact lies and what is wrong', () => {
    const inspect = () => inspectArtifact('archive', Buffer.from('x'), 'out/s', 'skills/s');
    expect(inspect).toThrow(
      'out/s: The gzip header is not 1f8b08000000000000ff (artifact/damaged).',
    );
  });
});

describe('a record on disk', () => {
  it('gives back what was written, as the only file of its folder', () => {
    const artifact = archived({ 'SKILL.md': TEXT, 'run.sh': SCRIPT });
    const recorded = record(artifact);
    const read = (path: string) =>
      readVerifiedRecord(join(folder, path), artifact, 'skills/s').record;
    const folder = writeTree({ 'stale.json': '{}' });
    writeRecord(join(folder, 'record.json'), recorded);
    expect(read('record.json')).toEqual(recorded);
    expect(existsSync(join(folder, 'stale.json'))).toBe(false);
    writeRecord(join(folder, 'deep/er/record.json'), recorded);
    expect(read('deep/er/record.json')).toEqual(recorded);
  });

  it('is refused when it is missing or something else', () => {
    const artifact = archived({ 'SKILL.md': TEXT });
    const recorded = record(artifact);
    const broken = (change: object) => JSON.stringify({ ...recorded, ...change });
    const folder = writeTree({
      'no-json': '{',
      empty: '',
      'other-version': broken({ version: 2 }),
      'key-too-many': broken({ origin: 'https://acme.example' }),
      'bad-digest': broken({ digest: 'sha256:AB' }),
      'no-name': broken({ name: undefined }),
      good: broken({}),
    });
    const read = (name: string) => () =>
      readVerifiedRecord(join(folder, name), artifact, 'skills/s').record;
    for (const name of [
      'no-json',
      'empty',
      'other-version',
      'key-too-many',
      'bad-digest',
      'no-name',
    ]) {
      expect([name, codeOf(read(name))]).toEqual([name, 'artifact/record']);
      expect(read(name)).toThrow('it is not a record');
    }
    expect(codeOf(read('gone'))).toBe('artifact/record');
    expect(read('gone')).toThrow('there is no record');
    expect(codeOf(read('good'))).toBe('accepted');
  });
});
