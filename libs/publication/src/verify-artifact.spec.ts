import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findArtifact, recordArtifact, writeRecord } from '@nx-agent-skills/artifact';
import { writeTree } from '@nx-agent-skills/skill/testing';
import type { BuiltSkill } from './publication';
import { buildSkills, buildWorkspace, skillMd, thrownBy } from './testing/built-workspace';
import { verifyArtifact } from './verify-artifact';

const FILES = {
  'skills/beta/SKILL.md': skillMd('beta'),
  'skills/beta/notes/a.md': 'a\n',
  'skills/alpha/SKILL.md': skillMd('alpha'),
};

interface Built {
  root: string;
  alpha: BuiltSkill;
  beta: BuiltSkill;
}

function build(files: Record<string, string> = FILES): Built {
  const { root, built } = buildWorkspace(files);
  const [alpha, beta] = built;
  if (!alpha || !beta) throw new Error('Two skills are built.');
  return { root, alpha, beta };
}

const write = (root: string, path: string, content: string | Buffer) =>
  writeFileSync(join(root, path), content);

const faultOf = ({ root }: Built, skill: BuiltSkill) =>
  thrownBy(() => verifyArtifact(root, skill, { strict: false, rules: {} }));

/** Puts the artifact and the record of a skill with other files in the place of a skill's own. */
function poison(skill: BuiltSkill, files: Record<string, string>): void {
  const root = writeTree(files);
  const other = buildSkills(root).find(({ path }) => path === skill.path) as BuiltSkill;
  rmSync(skill.artifactFolder, { recursive: true });
  cpSync(other.artifactFolder, skill.artifactFolder, { recursive: true });
  writeRecord(skill.recordFile, recordArtifact(skill.artifactFolder, skill.path));
}

describe('verifyArtifact', () => {
  it('returns the record, where the artifact lies and what was left out', () => {
    const built = build({ ...FILES, 'skills/beta/.DS_Store': 'x' });
    const { record, artifact, leftOut } = verifyArtifact(built.root, built.beta, {
      strict: false,
      rules: {},
    });
    expect(record).toMatchObject({ path: 'skills/beta', name: 'beta', shape: 'multi-file' });
    expect(artifact).toEqual(findArtifact(built.beta.artifactFolder));
    expect(leftOut).toEqual([{ path: '.DS_Store', reason: 'junk' }]);
  });

  it.each<[string, (root: string) => void, string]>([
    [
      'a file has other bytes',
      (root) => write(root, 'skills/beta/notes/a.md', 'b\n'),
      'skills/beta/notes/a.md',
    ],
    [
      'SKILL.md has other bytes',
      (root) => write(root, 'skills/beta/SKILL.md', skillMd('beta', 'Other.')),
      'skills/beta/SKILL.md',
    ],
    ['there is a file more', (root) => write(root, 'skills/beta/b.md', ''), 'skills/beta/b.md'],
    [
      'a file is ignored by now',
      (root) => write(root, '.gitignore', 'notes\n'),
      'skills/beta/notes/a.md',
    ],
  ])('refuses a stale artifact, naming the file, when %s', (_, change, named) => {
    const built = build();
    change(built.root);
    const error = faultOf(built, built.beta);
    expect(error.code).toBe('publication/stale-artifact');
    expect(error.message).toContain(`does not hold the bytes of the sources: ${named}.`);
    expect(verifyArtifact(built.root, built.alpha, { strict: false, rules: {} }).record.name).toBe(
      'alpha',
    );
  });

  it('names all files that differ', () => {
    const built = build();
    write(built.root, 'skills/beta/b.md', '');
    write(built.root, '.gitignore', 'notes\n');
    expect(faultOf(built, built.beta).message).toContain(
      'sources: skills/beta/b.md, skills/beta/notes/a.md.',
    );
  });

  it.each<[string, Record<string, string>, string]>([
    ['other bytes', { ...FILES, 'skills/beta/notes/a.md': 'evil\n' }, 'skills/beta/notes/a.md'],
    ['a file more', { ...FILES, 'skills/beta/evil.sh': '#!/bin/sh\n' }, 'skills/beta/evil.sh'],
    [
      'another description',
      { ...FILES, 'skills/beta/SKILL.md': skillMd('beta').replace('Does', 'Is') },
      'skills/beta/SKILL.md',
    ],
  ])('refuses %s although artifact, statement and record agree', (_, files, named) => {
    const built = build();
    poison(built.beta, files);
    const error = faultOf(built, built.beta);
    expect(error.code).toBe('publication/stale-artifact');
    expect(error.message).toContain(named);
  });

  it('refuses an artifact that was changed after it was recorded', () => {
    const built = build();
    write(built.root, 'skills/alpha/SKILL.md', skillMd('alpha', 'Evil.'));
    writeFileSync(findArtifact(built.alpha.artifactFolder).file, skillMd('alpha', 'Evil.'));
    const error = faultOf(built, built.alpha);
    expect(error.code).toBe('artifact/digest-mismatch');
    expect(error.message).toContain('skills/alpha');
  });

  it('refuses the record and the artifact of another skill', () => {
    const built = build();
    const { artifactFolder, recordFile } = built.alpha;
    const error = faultOf(built, { path: 'skills/beta', artifactFolder, recordFile });
    expect(error.code).toBe('artifact/digest-mismatch');
    expect(error.message).toContain('skills/alpha');
  });

  it('refuses the record of another skill that has the same bytes', () => {
    const built = build({ ...FILES, 'skills/more/SKILL.md': skillMd('alpha') });
    const error = faultOf(built, { ...built.alpha, path: 'skills/more' });
    expect(error.code).toBe('artifact/digest-mismatch');
  });

  it.each<[string, object]>([
    ['name', { name: 'other' }],
    ['description', { description: 'Other.' }],
    ['shape', { shape: 'bundle' }],
    ['files', { files: [] }],
  ])('refuses a record with another %s than the artifact', (_, change) => {
    const built = build();
    const record = JSON.parse(readFileSync(built.beta.recordFile, 'utf8'));
    writeFileSync(built.beta.recordFile, JSON.stringify({ ...record, ...change }));
    expect(faultOf(built, built.beta).code).toBe('artifact/damaged');
  });

  it.each([
    ['no JSON', '{'],
    ['of another version', '{ "version": 2 }'],
  ])('refuses a record that is %s', (_, text) => {
    const built = build();
    writeFileSync(built.beta.recordFile, text);
    expect(faultOf(built, built.beta).code).toBe('artifact/record');
  });

  it('refuses a skill that has got a fault since it was built', () => {
    const built = build();
    symlinkSync('../../outside', join(built.root, 'skills/beta/link'));
    const error = faultOf(built, built.beta);
    expect(error.code).toBe('publication/refused');
    expect(error.message).toContain('skills/beta/link  error  files/link-outside');
  });
});
