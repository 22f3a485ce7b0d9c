import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serializeVersions } from '@nx-agent-skills/discovery';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { committedReleases, findPreviousReleases, type SnapshotPlace } from './previous-releases';
import { publishTree } from './testing/published-tree';
import { publishReleases } from './testing/released-tree';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const versionsOf = (...versions: string[]) =>
  serializeVersions({
    versions,
    digests: Object.fromEntries(versions.map((version) => [version, DIGEST])),
  });

/** The versions that were published before. */
function found(received: string, place: SnapshotPlace): string[] {
  const previous = findPreviousReleases(received, place);
  if ('url' in previous) throw new Error(`There is nothing but the URL ${previous.url}.`);
  return Object.keys(previous.digests);
}

/** A workspace in a folder of a repository, with a release more in each commit, and none in the first. */
function makeRepository(): { place: SnapshotPlace; commit: (change: () => void) => void } {
  const repository = writeTree({ 'workspace/README.md': '# Acme\n' });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
  const root = join(repository, 'workspace');
  const commit = (change: () => void) => {
    change();
    git('add', '--all');
    git('-c', 'user.name=Acme', '-c', 'user.email=skills@acme.example', 'commit', '-qm', 'x');
  };
  git('init', '--quiet');
  commit(() => undefined);
  for (const versions of [['1.0.0'], ['1.0.0', '1.1.0']]) {
    commit(() => write(join(root, 'snapshots/versions.json'), versionsOf(...versions)));
  }
  return { place: { root, snapshotsDir: 'snapshots' }, commit };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('releases of a revision', () => {
  const { place, commit } = makeRepository();

  it('are those that were committed, whatever lies in the folder', () => {
    write(join(place.root, 'snapshots/versions.json'), 'other');
    expect(found('git:HEAD', place)).toEqual(['1.0.0', '1.1.0']);
    expect(found('git:HEAD~1', { ...place, snapshotsDir: './snapshots/' })).toEqual(['1.0.0']);
    expect(committedReleases(place)).toEqual({
      from: 'git:HEAD',
      digests: { '1.0.0': DIGEST, '1.1.0': DIGEST },
      isDefault: true,
    });
  });

  it('are none before the first, and in the empty tree by which a CI means that', () => {
    expect(findPreviousReleases('git:HEAD~2', place)).toEqual({
      from: 'git:HEAD~2',
      digests: {},
      noneBecause: 'no release is committed in git:HEAD~2',
    });
    expect(found(`git:${EMPTY_TREE}`, place)).toEqual([]);
  });

  it.each(['HEAD~3', 'nowhere', '', '--help', 'HEAD:workspace', '0'.repeat(40)])(
    'are refused for "%s", which is no revision',
    (revision) => {
      expect(() => found(`git:${revision}`, place)).toThrow(
        'publication/git: There is no revision',
      );
    },
  );

  it('are read by git alone: no program that the repository names is started', () => {
    const { place: own, commit: commitOwn } = makeRepository();
    const { root } = own;
    commitOwn(() => write(join(root, '.gitattributes'), '* filter=evil diff=evil\n'));
    const evil = `touch ${join(root, 'started')}; cat`;
    for (const key of [
      'filter.evil.smudge',
      'diff.evil.textconv',
      'core.pager',
      'core.fsmonitor',
    ]) {
      execFileSync('git', ['config', key, evil], { cwd: root });
    }
    expect(found('git:HEAD', own)).toEqual(['1.0.0', '1.1.0']);
    expect(() => execFileSync('ls', [join(root, 'started')], { stdio: 'ignore' })).toThrow();
  });

  it('are refused where no list of releases is committed in its place', () => {
    const file = join(place.root, 'snapshots/versions.json');
    commit(() => writeFileSync(file, '{}'));
    expect(() => found('git:HEAD', place)).toThrow('is no versions.json: latest is not');
    commit(() => {
      rmSync(file);
      symlinkSync('../README.md', file);
    });
    expect(() => found('git:HEAD', place)).toThrow('is no plain file');
  });

  it('are not looked for outside of git, or before the first commit, which is said', () => {
    const root = writeTree({});
    const none = { from: 'git:HEAD', digests: {}, isDefault: true };
    const committed = () => committedReleases({ root, snapshotsDir: 'snapshots' });
    expect(committed()).toEqual({
      ...none,
      noneBecause: 'the workspace lies in no git repository',
    });
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    expect(committed()).toEqual({ ...none, noneBecause: 'nothing is committed yet' });
  });

  it.each<[string, (root: string) => void, string]>([
    ['is damaged', (root) => rmSync(join(root, '.git/HEAD')), 'not a git repository'],
    [
      'has lost its last commit',
      (root) => {
        const id = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
        rmSync(join(root, '.git/objects', id.slice(0, 2)), { recursive: true });
      },
      'There is no revision "HEAD"',
    ],
  ])('are not taken for none when the repository %s', (_, damage, told) => {
    const { place: own } = makeRepository();
    damage(join(own.root, '..'));
    expect(() => committedReleases(own)).toThrow('publication/git');
    expect(() => committedReleases(own)).toThrow(told);
    // Whoever has no releases needs no git; it is said all the same.
    rmSync(join(own.root, 'snapshots'), { recursive: true });
    expect(committedReleases(own)).toMatchObject({
      digests: {},
      noneBecause: expect.stringContaining(told),
    });
  });
});

describe('releases that lie in another folder than the options say', () => {
  const { root, report } = publishReleases(['1.0.0', '1.1.0']);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  const origin = { href: report.origin };
  const place: SnapshotPlace = { root, snapshotsDir: 'releases', origin };

  beforeAll(() => {
    git('init', '--quiet');
    git('add', 'snapshots');
    git('-c', 'user.name=Acme', '-c', 'user.email=skills@acme.example', 'commit', '-qm', 'x');
  });

  it('are no reason to compare with nothing: the folder is named', () => {
    for (const find of [() => committedReleases(place), () => found('git:HEAD', place)]) {
      expect(find).toThrow('git:HEAD has no releases/versions.json');
      expect(find).toThrow('--snapshotsDir=snapshots');
    }
    expect(found('git:HEAD', { ...place, snapshotsDir: 'snapshots' })).toEqual(['1.0.0', '1.1.0']);
  });

  it('are found outside of the workspace, from where they are named', () => {
    const inside = { ...place, root: join(root, 'skills') };
    expect(() => found('git:HEAD', inside)).toThrow('--snapshotsDir=../snapshots');
    expect(found('git:HEAD', { ...inside, snapshotsDir: '../snapshots' })).toHaveLength(2);
  });

  it('are of somebody else where they are for another origin', () => {
    const other = { ...place, origin: { href: 'https://other.example' } };
    expect(found('git:HEAD', other)).toEqual([]);
  });

  it('are none where a versions.json is something else, or leads to no release', () => {
    writeFileSync(join(root, 'snapshots/v1.1.0/index.json'), '{}');
    write(join(root, 'docs/versions.json'), '[]');
    git('add', 'snapshots', 'docs');
    git('-c', 'user.name=Acme', '-c', 'user.email=skills@acme.example', 'commit', '-qm', 'y');
    expect(found('git:HEAD', place)).toEqual([]);
  });
});

describe('releases of a file or folder', () => {
  const place = (root: string) => ({ root, snapshotsDir: 'snapshots' });

  it('are those of a versions.json, of snapshots, and of a published tree', () => {
    const { root, tree } = publishReleases(['1.0.0', '1.1.0']);
    for (const path of ['snapshots/versions.json', 'snapshots', 'dist/agent-skills', tree]) {
      expect(found(path, place(root))).toEqual(['1.0.0', '1.1.0']);
    }
  });

  it('are none in a tree that was published without', () => {
    const { tree } = publishTree();
    expect(findPreviousReleases(tree, place('/'))).toMatchObject({
      digests: {},
      noneBecause: `the tree in ${tree} has no releases`,
    });
  });

  it('are refused where there is no such file, or another one', () => {
    const root = writeTree({ 'a/b': '', 'versions.json': '[]' });
    for (const path of ['a', 'a/c']) {
      expect(() => found(path, place(root))).toThrow(`received "${path}", where no versions.json`);
    }
    expect(() => found('', place(root))).toThrow('The option "previous" is empty.');
    expect(() => found('versions.json', place(root))).toThrow('is no versions.json');
    expect(() => found('a/b', place(root))).toThrow('it is no JSON');
  });
});

describe('releases at a URL', () => {
  it.each([
    [
      'https://skills.acme.example',
      'https://skills.acme.example/.well-known/agent-skills/versions.json',
      true,
    ],
    [
      'https://acme.example/docs/',
      'https://acme.example/docs/.well-known/agent-skills/versions.json',
      true,
    ],
    ['https://acme.example/old/versions.json', 'https://acme.example/old/versions.json', false],
  ])('%s are those of %s, which may be missing: %s', (received, url, mayBeMissing) => {
    expect(findPreviousReleases(received, { root: '/', snapshotsDir: '' })).toEqual({
      url,
      mayBeMissing,
    });
  });

  it.each(['https://', 'https://user:secret@acme.example'])('%s are refused', (received) => {
    const find = () => findPreviousReleases(received, { root: '/', snapshotsDir: '' });
    expect(find).toThrow('deployment/previous');
    expect(find).not.toThrow('secret');
  });
});
