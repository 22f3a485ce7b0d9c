import { symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { formatFindings } from './finding';
import { readSkill } from './read-skill';
import { MAX_SKILL_BYTES } from './skill-limits';
import { writeTree } from './testing/write-tree';

const TEXT = '---\nname: s\ndescription: d\n---\nText\n';

const read = (files: Record<string, string>) =>
  readSkill(
    writeTree(Object.fromEntries(Object.entries(files).map(([path, text]) => [`s/${path}`, text]))),
    's',
  );

const found = ({ findings }: ReturnType<typeof readSkill>) =>
  findings.map(({ code, file }) => `${code} ${file}`).sort();

describe('readSkill', () => {
  it('reads a single file', () => {
    expect(read({ 'SKILL.md': TEXT })).toEqual({
      skill: {
        path: 's',
        shape: 'single-file',
        frontmatter: { name: 's', description: 'd', nameLine: 2 },
        files: [{ path: 'SKILL.md', bytes: Buffer.from(TEXT) }],
      },
      findings: [],
      paths: ['SKILL.md'],
      leftOut: [],
    });
  });

  it('stays single-file with junk, ignored files and empty folders beside', () => {
    const workspace = writeTree({
      '.gitignore': '*.log\n',
      's/SKILL.md': TEXT,
      's/.DS_Store': '',
      's/.SKILL.md.swp': '',
      's/x.log': '',
      's/empty/': '',
    });
    const { skill, paths, leftOut } = readSkill(workspace, 's');
    expect(skill?.shape).toBe('single-file');
    expect(paths).toEqual(['SKILL.md']);
    expect(leftOut.map(({ path }) => path)).toEqual(['.DS_Store', '.SKILL.md.swp', 'x.log']);
  });

  it('reads a bundle, with or without a SKILL.md of its own', () => {
    const nested = { 'skills/x/SKILL.md': TEXT };
    expect(read({ 'SKILL.md': TEXT, ...nested }).skill).toMatchObject({
      shape: 'bundle',
      frontmatter: { name: 's' },
    });
    const without = read({ 'README.md': '', ...nested });
    expect(without).toMatchObject({ findings: [], skill: { shape: 'bundle' } });
    expect(without.skill).not.toHaveProperty('frontmatter');
  });

  it('copies what a link inside the skill points to', () => {
    const workspace = writeTree({ 's/SKILL.md': TEXT, 's/v2.md': 'v2' });
    symlinkSync('v2.md', join(workspace, 's/latest.md'));
    expect(readSkill(workspace, 's').skill?.files[1]).toEqual({
      path: 'latest.md',
      bytes: Buffer.from('v2'),
    });
  });

  it('keeps warnings beside the skill', () => {
    const result = read({ 'SKILL.md': '---\nname: other\ndescription: d\n---\n' });
    expect(found(result)).toEqual(['body/empty s/SKILL.md', 'name/differs-from-folder s/SKILL.md']);
    expect(result.skill?.frontmatter?.name).toBe('other');
  });

  it('finds all faults in one go', () => {
    const workspace = writeTree({
      's/SKILL.md': '---\nname: S\n---\n',
      's/.env': 'TOKEN=made-up-value-1\n',
      's/key.txt': '-----BEGIN PRIVATE KEY-----\nmade-up-value-2\n',
      's/a.md': '',
    });
    symlinkSync('gone.md', join(workspace, 's/b.md'));
    const result = readSkill(workspace, 's');
    expect(result.skill).toBeUndefined();
    expect(result.paths).toEqual(['.env', 'SKILL.md', 'a.md', 'key.txt']);
    expect(found(result)).toEqual([
      'body/empty s/SKILL.md',
      'files/link-dangling s/b.md',
      'files/secret s/.env',
      'files/secret s/key.txt',
      'frontmatter/missing-key s/SKILL.md',
      'name/invalid s/SKILL.md',
    ]);
    expect(formatFindings(result.findings)).not.toContain('made-up-value');
    expect(formatFindings(result.findings)).toContain('.env is an environment file.');
  });

  it('never prints the content of a secret', () => {
    const secrets = {
      '.env.local': 'A=made-up-1',
      '.npmrc': '//registry.example/:_authToken=made-up-2',
      '.pypirc': 'password=made-up-3',
      id_rsa: 'made-up-4',
      'notes.txt': '-----BEGIN RSA PRIVATE KEY-----made-up-5',
      '.netrc': 'password made-up-6',
    };
    const { findings } = read({ 'SKILL.md': TEXT, ...secrets });
    expect(findings.map(({ file }) => file).sort()).toEqual(
      Object.keys(secrets)
        .map((path) => `s/${path}`)
        .sort(),
    );
    expect(JSON.stringify(findings)).not.toContain('made-up');
  });

  it('refuses a folder without SKILL.md, or with another thing of this name', () => {
    expect(found(read({ 'README.md': '' }))).toEqual(['layout/not-a-file s/SKILL.md']);
    expect(found(read({ 'SKILL.md/x': '' }))).toEqual(['layout/not-a-file s/SKILL.md']);
    const workspace = writeTree({ 's/a.md': '' });
    symlinkSync('gone.md', join(workspace, 's/SKILL.md'));
    expect(found(readSkill(workspace, 's'))).toEqual(['files/link-dangling s/SKILL.md']);
    expect(found(readSkill(workspace, 'gone'))).toEqual(['files/unreadable gone']);
  });
});

describe('the limits of the stock client', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f/${index}.txt`, '']));

  it.each([
    [799, []],
    [800, ['files/near-limit s']],
    [1000, ['files/near-limit s']],
    [1001, ['files/too-many s']],
  ])('%i files', (count, findings) => {
    const result = read({ 'SKILL.md': TEXT, ...many(count - 1) });
    expect(found(result)).toEqual(findings);
    expect(result.skill?.files.length).toBe(count > 1000 ? undefined : count);
    if (count > 799) expect(result.findings[0]?.message).toMatch(new RegExp(`${count}.*1000`));
  });

  it.each([
    [MAX_SKILL_BYTES, ['files/near-limit s']],
    [MAX_SKILL_BYTES + 1, ['files/too-large s']],
    [100 * MAX_SKILL_BYTES, ['files/too-large s']],
  ])('%i bytes', (size, findings) => {
    const workspace = writeTree({ 's/SKILL.md': TEXT, 's/data.bin': '' });
    truncateSync(join(workspace, 's/data.bin'), size - TEXT.length);
    const result = readSkill(workspace, 's');
    expect(found(result)).toEqual(findings);
    expect(result.findings[0]?.message).toContain(`${size}`);
  });

  it('beyond them the other faults are named too', () => {
    const workspace = writeTree({ 's/SKILL.md': '---\nname: s\n---\nText\n', 's/.env': '' });
    truncateSync(join(workspace, 's/.env'), MAX_SKILL_BYTES);
    expect(found(readSkill(workspace, 's'))).toEqual([
      'files/secret s/.env',
      'files/too-large s',
      'frontmatter/missing-key s/SKILL.md',
    ]);
  });
});
