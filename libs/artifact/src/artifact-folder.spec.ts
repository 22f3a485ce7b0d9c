import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, type Finding, finding } from '@nx-agent-skills/skill';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { ArtifactError } from './artifact-error';
import { emptyFolder, readArtifact, writeArtifact } from './artifact-folder';

const BYTES = Buffer.from('text');
const ARTIFACT = { type: 'skill-md', bytes: BYTES, digest: digestOf(BYTES) } as const;
const WARNING: Finding = finding('name/differs-from-folder', 's/SKILL.md', {
  line: 2,
  column: 1,
  field: 'name',
  received: 'x',
});

function written(): string {
  const folder = join(writeTree({}), 'dist/artifact');
  writeArtifact(folder, ARTIFACT, [WARNING]);
  return folder;
}

function errorOf(folder: string): ArtifactError {
  try {
    readArtifact(folder);
  } catch (error) {
    if (error instanceof ArtifactError) return error;
    throw error;
  }
  throw new Error('an error was expected');
}

describe('an artifact folder', () => {
  it('gives back what was written', () => {
    expect(readArtifact(written())).toEqual({
      type: 'skill-md',
      bytes: BYTES,
      statement: { digest: ARTIFACT.digest, size: 4, findings: [WARNING] },
    });
  });

  it('holds nothing of an earlier artifact', () => {
    const folder = written();
    writeFileSync(join(folder, 'stale.txt'), '');
    writeArtifact(folder, { ...ARTIFACT, type: 'archive' }, []);
    expect(readdirSync(folder).sort()).toEqual(['artifact.json', 'skill.tar.gz']);
    expect(readArtifact(folder).type).toBe('archive');
    emptyFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[what: string, change: (folder: string) => void, words: string]>([
    ['a missing folder', (folder) => rmSync(folder, { recursive: true }), 'it holds nothing'],
    ['an empty folder', emptyFolder, 'it holds nothing'],
    ['a missing artifact', (folder) => rmSync(join(folder, 'SKILL.md')), 'it holds artifact.json'],
    ['a missing statement', (folder) => rmSync(join(folder, 'artifact.json')), 'it holds SKILL.md'],
    [
      'something else for an artifact',
      (folder) => renameSync(join(folder, 'SKILL.md'), join(folder, 'skill.md')),
      'it holds artifact.json, skill.md',
    ],
    [
      'a file too many',
      (folder) => writeFileSync(join(folder, 'x.txt'), ''),
      'it holds SKILL.md, artifact.json, x.txt',
    ],
    [
      'two artifacts',
      (folder) => {
        rmSync(join(folder, 'artifact.json'));
        writeFileSync(join(folder, 'skill.tar.gz'), '');
      },
      'it holds SKILL.md, skill.tar.gz',
    ],
    [
      'a statement that is no JSON',
      (folder) => writeFileSync(join(folder, 'artifact.json'), '{'),
      'its artifact.json cannot be read',
    ],
    [
      'a statement without a digest',
      (folder) => writeFileSync(join(folder, 'artifact.json'), '{"size":4,"findings":[]}'),
      'its artifact.json cannot be read',
    ],
  ])('with %s is refused', (_, change, words) => {
    const folder = written();
    change(folder);
    const error = errorOf(folder);
    expect(error).toMatchObject({ name: 'ArtifactError', code: 'artifact/missing', file: folder });
    expect(error.message).toContain(`${folder}: ${words}`);
    expect(error.message).toContain('Fix: build the skill again');
  });
});
