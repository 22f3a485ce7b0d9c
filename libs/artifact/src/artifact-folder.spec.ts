import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, type Finding, finding } from '@nx-agent-skills/skill';
import { writeTree } from '@nx-agent-skills/skill/testing';
import type { Artifact } from './artifact';
import { ArtifactError } from './artifact-error';
import {
  artifactFileName,
  emptyFolder,
  findArtifact,
  readFindings,
  writeArtifact,
} from './artifact-folder';
import { readArtifact } from './read-artifact';

const BYTES = Buffer.from('text');
const ARTIFACT: Artifact = { type: 'skill-md', bytes: BYTES, digest: digestOf(BYTES) };
const FILE = artifactFileName('skill-md', ARTIFACT.digest);
const ARCHIVE_FILE = artifactFileName('archive', ARTIFACT.digest);
const WARNING: Finding = finding('name/differs-from-folder', 's/SKILL.md', {
  line: 2,
  column: 1,
  field: 'name',
  received: 'x',
});

function written(artifact = ARTIFACT, findings = [WARNING]): string {
  const folder = join(writeTree({}), 'dist/artifact');
  emptyFolder(folder);
  writeArtifact(folder, artifact, findings);
  return folder;
}

function errorOf(read: () => unknown): ArtifactError {
  try {
    read();
  } catch (error) {
    if (error instanceof ArtifactError) return error;
    throw error;
  }
  throw new Error('an error was expected');
}

describe('an artifact folder', () => {
  it('gives back what was written', () => {
    const artifact = findArtifact(written());
    expect(artifact).toMatchObject({ type: 'skill-md', digest: ARTIFACT.digest });
    expect(readArtifact(artifact, 's')).toEqual({ bytes: BYTES, digest: ARTIFACT.digest });
    expect(readFindings(artifact)).toEqual([WARNING]);
  });

  it('holds one file, named by its digest, when there are no warnings', () => {
    const folder = written(ARTIFACT, []);
    expect(readdirSync(folder)).toEqual([FILE]);
    expect(FILE).toBe(`sha256-${ARTIFACT.digest.slice(7)}.SKILL.md`);
    expect(readFindings(findArtifact(folder))).toEqual([]);
  });

  it('gives back the zip beside an archive', () => {
    const zip = { bytes: Buffer.from('zip'), digest: digestOf(Buffer.from('zip')) };
    const artifact = findArtifact(written({ ...ARTIFACT, type: 'archive', zip }));
    expect(artifact.type).toBe('archive');
    expect(readArtifact(artifact, 's')).toEqual({ bytes: BYTES, digest: ARTIFACT.digest, zip });
  });

  it('is emptied', () => {
    const folder = written();
    writeFileSync(join(folder, 'stale.txt'), '');
    emptyFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[what: string, change: (folder: string) => void, words: string]>([
    ['a missing folder', (folder) => rmSync(folder, { recursive: true }), 'it holds nothing'],
    ['an empty folder', emptyFolder, 'it holds nothing'],
    ['a missing artifact', (folder) => rmSync(join(folder, FILE)), 'it holds findings.json'],
    [
      'an artifact under another name',
      (folder) => renameSync(join(folder, FILE), join(folder, 'SKILL.md')),
      'it holds SKILL.md, findings.json',
    ],
    [
      'a file too many',
      (folder) => writeFileSync(join(folder, 'x.txt'), ''),
      `it holds findings.json, ${FILE}, x.txt`,
    ],
    [
      'two artifacts',
      (folder) => writeFileSync(join(folder, ARCHIVE_FILE), ''),
      `it holds findings.json, ${FILE}, ${ARCHIVE_FILE}`,
    ],
    [
      'a zip beside a single file',
      (folder) => writeFileSync(join(folder, artifactFileName('zip', ARTIFACT.digest)), ''),
      `it holds findings.json, ${FILE}`,
    ],
  ])('with %s is refused', (_, change, words) => {
    const folder = written();
    change(folder);
    const error = errorOf(() => findArtifact(folder));
    expect(error).toMatchObject({ name: 'ArtifactError', code: 'artifact/missing', file: folder });
    expect(error.message).toContain(`${folder}: ${words}`);
    expect(error.message).toContain('Fix: build the skill again');
  });

  it.each(['{', '[{"code":"no-rule"}]'])('is refused with the findings %s', (text) => {
    const folder = written();
    writeFileSync(join(folder, 'findings.json'), text);
    expect(errorOf(() => readFindings(findArtifact(folder))).code).toBe('artifact/missing');
  });

  it('is refused when its bytes are not those that were written', () => {
    const folder = written();
    writeFileSync(join(folder, FILE), 'Text');
    const error = errorOf(() => readArtifact(findArtifact(folder), 'skills/s'));
    expect(error.code).toBe('artifact/digest-mismatch');
    expect(error.message).toContain(`skills/s has the digest ${digestOf(Buffer.from('Text'))}`);
  });
});
