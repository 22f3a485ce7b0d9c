import { execFileSync } from 'node:child_process';
import fs, { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, findArtifact } from '@nx-agent-skills/artifact';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { buildSkills, EACH_SHAPE, skillMd, thrownBy } from '../testing/built-workspace';
import { commitAll, git } from '../testing/git-repository';
import { rebuildSkills } from './rebuild-skills';
import { whyUnlike } from './why-unlike';

const SEARCH = { roots: ['skills'], exclude: [] };
const SETTINGS = { strict: false, rules: {} };

const rebuild = (root: string, revision = 'v1') => rebuildSkills(root, revision, SEARCH, SETTINGS);

/** The digests of all skills of a commit by their paths. */
const digestsOf = (root: string, revision?: string) =>
  Object.fromEntries(rebuild(root, revision).map(({ record }) => [record.path, record.digest]));

/** The same of the files as they lie there. */
const builtDigests = (root: string) =>
  Object.fromEntries(
    buildSkills(root).map(({ path, artifactFolder }) => [
      path,
      findArtifact(artifactFolder).digest,
    ]),
  );

describe('the skills of a revision', () => {
  it('are built with the bytes that they had then, whatever lies there now', () => {
    const root = writeTree({
      ...EACH_SHAPE,
      'skills/beta/scripts/run.sh': '#!/bin/sh\n',
      'skills/beta/.gitignore': 'draft.md\n',
      'skills/beta/draft.md': 'Tracked, and ignored all the same.',
    });
    const before = builtDigests(root);
    rmSync(join(root, 'dist'), { recursive: true });
    commitAll(root, 'v1');
    writeFileSync(join(root, 'skills/alpha/SKILL.md'), skillMd('alpha', 'Second.'));
    rmSync(join(root, 'skills/beta'), { recursive: true });
    writeFileSync(join(root, '.gitignore'), '*');
    expect(digestsOf(root)).toEqual(before);
    for (const { record, artifacts } of rebuild(root)) {
      expect(artifacts.has(record.digest)).toBe(true);
      for (const [digest, bytes] of artifacts) expect(digestOf(bytes)).toBe(digest);
    }
  });

  it('are found in a folder of the repository, with the ignore files around it', () => {
    const root = writeTree({
      '.gitignore': 'notes.md\n',
      'app/skills/alpha/SKILL.md': skillMd('alpha'),
      'app/skills/alpha/notes.md': 'Not part of it.',
      'skills/other/SKILL.md': skillMd('other'),
    });
    commitAll(root, 'v1');
    const [alpha, ...others] = rebuild(join(root, 'app'));
    expect(others).toEqual([]);
    expect(alpha?.record).toMatchObject({ path: 'skills/alpha', shape: 'single-file' });
  });

  it('are no more than those that are wanted', () => {
    const root = writeTree(EACH_SHAPE);
    commitAll(root, 'v1');
    const wanted = rebuildSkills(root, 'v1', SEARCH, SETTINGS, (name) => name === 'beta');
    expect(wanted.map(({ record }) => record.name)).toEqual(['beta']);
  });

  it('are read without any filter, hook or conversion of the repository', () => {
    const text = skillMd('alpha').replaceAll('\n', '\r\n');
    const root = writeTree({ 'skills/alpha/SKILL.md': text });
    const before = builtDigests(root);
    commitAll(root, 'v1');
    writeFileSync(join(root, '.gitattributes'), '* text eol=lf filter=evil export-subst\n');
    commitAll(root, 'v2');
    git(root, 'config', 'filter.evil.smudge', `touch ${root}/smudged`);
    git(root, 'config', 'core.fsmonitor', `touch ${root}/monitored`);
    writeFileSync(join(root, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${root}/hooked\n`, {
      mode: 0o755,
    });
    expect(digestsOf(root, 'v1')).toEqual(before);
    expect(readdirSync(root).sort()).toEqual(['.git', '.gitattributes', 'dist', 'skills']);
  });

  it('are refused with a link in them as they are today, and nothing is written through it', () => {
    const outside = writeTree({ 'secret.md': 'Secret.' });
    const root = writeTree({
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'skills/beta/SKILL.md': skillMd('beta'),
    });
    git(root, 'init', '--quiet');
    writeFileSync(join(root, 'target'), outside);
    const link = git(root, 'hash-object', '-w', 'target').trim();
    rmSync(join(root, 'target'));
    git(root, 'add', '--all');
    git(root, 'update-index', '--add', '--cacheinfo', `120000,${link},skills/alpha/link`);
    git(root, 'commit', '--quiet', '--message', 'Link');
    expect(rebuild(root, 'HEAD').map(({ record }) => record.name)).toEqual(['beta']);
    expect(readdirSync(outside)).toEqual(['secret.md']);
  });

  it('leave nothing behind', () => {
    const root = writeTree(EACH_SHAPE);
    commitAll(root, 'v1');
    const made = jest.spyOn(fs, 'mkdtempSync');
    rebuild(root);
    expect(made.mock.results.map(({ value }) => existsSync(value))).toEqual([false]);
    made.mockRestore();
  });

  it('are refused where two files have one path, as on a disk without upper and lower case', () => {
    const root = writeTree({ 'skills/alpha/SKILL.md': skillMd('alpha') });
    commitAll(root, 'v1');
    const blob = git(root, 'rev-parse', 'v1:skills/alpha/SKILL.md').trim();
    const tree = (entries: string) =>
      execFileSync('git', ['mktree'], { cwd: root, input: entries, encoding: 'utf8' }).trim();
    const alpha = tree(`100644 blob ${blob}\tSKILL.md\n`.repeat(2));
    const twice = tree(`040000 tree ${tree(`040000 tree ${alpha}\talpha\n`)}\tskills\n`);
    const error = thrownBy(() => rebuild(root, twice));
    expect([error.code, error.message]).toEqual([
      'publication/git',
      expect.stringContaining('"skills/alpha/SKILL.md" of the revision'),
    ]);
  });

  it('are left out with a name that is not UTF-8, as they are refused today', () => {
    const root = writeTree({
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'skills/beta/SKILL.md': skillMd('beta'),
    });
    commitAll(root, 'v1');
    const blob = git(root, 'rev-parse', 'v1:skills/alpha/SKILL.md').trim();
    for (const byte of ['fe', 'ff']) {
      const entry = Buffer.from(`100644 ${blob}\tskills/beta/x?.md\n`);
      entry[entry.indexOf('?')] = Number.parseInt(byte, 16);
      execFileSync('git', ['update-index', '--index-info'], { cwd: root, input: entry });
    }
    git(root, 'commit', '--quiet', '--message', 'Names');
    expect(Object.keys(digestsOf(root, 'HEAD'))).toEqual(['skills/alpha']);
  });

  it('have files of any name that a published skill can have', () => {
    const root = writeTree({
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'skills/alpha/it\'s "the" one, é.md': 'x',
    });
    commitAll(root, 'v1');
    expect(digestsOf(root)).toEqual(builtDigests(root));
  });
});

describe('skills that a checkout has with other bytes', () => {
  const ATTRIBUTES = '# text\n*.bin filter=lfs diff=lfs merge=lfs -text\n*.md text eol=crlf\n';

  it('are explained by the attributes and the submodules of the revision', () => {
    const root = writeTree({
      'skills/.gitattributes': ATTRIBUTES,
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'other/.gitattributes': '* -text\n',
    });
    const vendor = writeTree({ 'beta/SKILL.md': skillMd('beta') });
    commitAll(vendor, 'v1');
    commitAll(root, 'v0');
    git(
      root,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      vendor,
      'skills/x',
    );
    commitAll(root, 'v1');
    expect(whyUnlike(root, 'v1')).toEqual([
      '"skills/x" is a submodule, whose files are in another repository',
      '"skills/.gitattributes" lets a checkout have other bytes (eol=crlf, filter=lfs, text)',
    ]);
    expect(whyUnlike(join(root, 'other'), 'v1')).toHaveLength(1);
    git(root, 'config', 'core.autocrlf', 'true');
    expect(whyUnlike(root, 'v1')).toContain(
      'core.autocrlf of this machine lets a checkout have CRLF',
    );
  });
});

describe('a revision that cannot be read', () => {
  it.each(['v2', '--output=x', '-h', '', 'v1; touch x', 'HEAD:skills'])(
    'such as %j',
    (revision) => {
      const root = writeTree(EACH_SHAPE);
      commitAll(root, 'v1');
      const error = thrownBy(() => rebuild(root, revision));
      expect([error.code, error.message]).toEqual([
        'publication/git',
        expect.stringContaining(`There is no revision ${JSON.stringify(revision)}`),
      ]);
      expect(existsSync(join(root, 'x'))).toBe(false);
    },
  );

  it('lies in no repository, or lacks a file', () => {
    expect(thrownBy(() => rebuild(writeTree(EACH_SHAPE))).code).toBe('publication/git');
    const root = writeTree(EACH_SHAPE);
    commitAll(root, 'v1');
    const blob = git(root, 'rev-parse', 'v1:skills/alpha/SKILL.md').trim();
    rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    const error = thrownBy(() => rebuild(root));
    expect([error.code, error.message]).toEqual([
      'publication/git',
      expect.stringContaining('lacks skills/alpha/SKILL.md as it is in "v1"'),
    ]);
    expect(readFileSync(join(root, 'skills/alpha/SKILL.md'), 'utf8')).toBe(skillMd('alpha'));
  });
});
