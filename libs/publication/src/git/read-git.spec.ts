import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { thrownBy } from '../testing/built-workspace';
import { commitAll, git } from '../testing/git-repository';
import { findRevision, hasCommit, isInRepository, readGit, requireRevision } from './read-git';
import { contentOfRevision, readBlobs } from './revision-files';

const FILE = 'skills/alpha/notes.md';

/** A repository with one file that says "First." at the tag v1, and "Second." at v2. */
function makeRepository(): string {
  const root = writeTree({ [FILE]: 'First.' });
  commitAll(root, 'v1');
  writeFileSync(join(root, FILE), 'Second.');
  commitAll(root, 'v2');
  return root;
}

/** A clone that has not all of what a server has; no file is checked out. */
function cloneOf(root: string, ...options: string[]): string {
  git(root, 'config', 'uploadpack.allowFilter', 'true');
  const clone = join(writeTree({}), 'clone');
  git(root, 'clone', '--quiet', '--no-checkout', ...options, `file://${root}`, clone);
  return clone;
}

const contentAt = (root: string, revision: string): string[] => {
  const tree = requireRevision(root, revision);
  return readBlobs(tree, contentOfRevision(tree).files).map(String);
};

/** Sets variables of this process as long as something runs. */
function withVariables<T>(variables: Record<string, string>, run: () => T): T {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return run();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

describe('a folder that lies in no repository', () => {
  it('is told without git, and has no revision', () => {
    const root = writeTree({ '.git/': '', 'a.md': '' });
    mkdirSync(join(root, '.git'), { recursive: true });
    withVariables({ PATH: '' }, () => {
      expect(isInRepository(root)).toBe(false);
      expect(findRevision(root, 'HEAD')).toBeUndefined();
    });
    expect(thrownBy(() => requireRevision(root, 'v1')).message).toContain(
      `There is no revision "v1", since ${root} lies in no git repository.`,
    );
  });
});

describe('git that fails', () => {
  it.each<[string, Record<string, string>, string, string]>([
    ['is not installed', { PATH: join('/', 'nowhere') }, 'git cannot be started', 'install git'],
    [
      'does not trust the folder',
      { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' },
      'dubious ownership',
      'git config --global --add safe.directory',
    ],
  ])('because it %s is not taken for no repository', (_, variables, told, fix) => {
    const root = makeRepository();
    for (const read of [() => hasCommit(root), () => findRevision(root, 'v1')]) {
      const error = thrownBy(() => withVariables<unknown>(variables, read));
      expect([error.code, error.message]).toEqual([
        'publication/git',
        expect.stringContaining(told),
      ]);
      expect(error.message).toContain(fix);
    }
  });

  it.each<[string, (root: string) => void]>([
    ['has lost its HEAD', (root) => rmSync(join(root, '.git/HEAD'))],
    ['leads nowhere', (root) => leadNowhere(root)],
    ['has a configuration that is none', (root) => writeFileSync(join(root, '.git/config'), '[')],
  ])('in a repository that %s says what git says', (_, damage) => {
    const root = makeRepository();
    damage(root);
    const error = thrownBy(() => findRevision(root, 'v1'));
    expect(error.message).toMatch(
      /Git cannot read the repository of .* \(fatal: .+\)\.\n {4}Fix: /,
    );
  });

  it('does not tell the passwords of URLs', () => {
    const root = makeRepository();
    const named = 'https://user:secret@acme.example/x';
    const error = thrownBy(() => readGit(root, ['ls-tree', named]));
    expect(error.message).toContain('https://***@acme.example/x');
    expect(error.message).not.toContain('secret');
  });
});

/** As in a worktree whose repository is gone. */
function leadNowhere(root: string): void {
  rmSync(join(root, '.git'), { recursive: true });
  writeFileSync(join(root, '.git'), 'gitdir: /nowhere/.git/worktrees/x\n');
}

describe('a clone', () => {
  it('without its history says how to get it', () => {
    const clone = cloneOf(makeRepository(), '--depth=1');
    expect(contentAt(clone, 'HEAD')).toEqual(['Second.']);
    const error = thrownBy(() => requireRevision(clone, 'HEAD~1'));
    expect(error.message).toContain('which was cloned without its whole history');
    expect(error.message).toContain('fetch-depth: 0');
  });

  it.each(['blob:none', 'tree:0'])('in part (%s) fetches nothing, and says so', (filter) => {
    const clone = cloneOf(makeRepository(), `--filter=${filter}`);
    const called = join(clone, 'called');
    git(clone, 'config', 'remote.origin.uploadpack', `touch ${called}; git-upload-pack`);
    const error = thrownBy(() => contentAt(clone, 'v1'));
    expect(error.message).toContain('promisor remote');
    expect(error.message).toContain('git fetch --refetch --no-filter');
    expect(existsSync(called)).toBe(false);
    git(clone, 'config', '--unset', 'remote.origin.uploadpack');
    git(clone, 'fetch', '--quiet', '--refetch', '--no-filter');
    expect(contentAt(clone, 'v1')).toEqual(['First.']);
  });

  it('in a worktree, with a detached HEAD, has the same revisions', () => {
    const root = makeRepository();
    const worktree = join(writeTree({}), 'worktree');
    git(root, 'worktree', 'add', '--quiet', '--detach', worktree, 'v1');
    expect(contentAt(worktree, 'HEAD')).toEqual(['First.']);
    expect(contentAt(join(worktree, 'skills'), 'v2')).toEqual(['Second.']);
    expect(requireRevision(join(worktree, 'skills'), 'v2').prefix).toBe('skills/');
  });

  it('beside a bare repository has them too', () => {
    const root = writeTree({});
    git(makeRepository(), 'clone', '--quiet', '--bare', '.', join(root, '.bare'));
    writeFileSync(join(root, '.git'), 'gitdir: ./.bare\n');
    git(root, 'worktree', 'add', '--quiet', 'main');
    expect(contentAt(join(root, 'main'), 'v1')).toEqual(['First.']);
  });

  it('may name its objects by SHA-256', () => {
    const root = writeTree({ [FILE]: 'First.' });
    git(root, 'init', '--quiet', '--object-format=sha256', '--initial-branch=main');
    commitAll(root, 'v1');
    expect(requireRevision(root, 'v1').id).toHaveLength(64);
    expect(contentAt(root, 'v1')).toEqual(['First.']);
  });
});

describe('a revision', () => {
  it('is that of the folder, whatever a hook around us says', () => {
    const root = makeRepository();
    const other = writeTree({ 'other.md': 'Other.' });
    commitAll(other, 'v1');
    const ofHook = {
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, '.git/index'),
      GIT_OBJECT_DIRECTORY: join(other, '.git/objects'),
    };
    expect(withVariables(ofHook, () => contentAt(root, 'v1'))).toEqual(['First.']);
  });

  it('is what was committed, whatever replaces it or is grafted onto it', () => {
    const root = makeRepository();
    writeFileSync(join(root, FILE), 'Third.');
    commitAll(root, 'v3');
    git(root, 'replace', 'v1', 'v3');
    const [first = '', third = ''] = ['v1', 'v3'].map((tag) => git(root, 'rev-parse', tag).trim());
    mkdirSync(join(root, '.git/info'), { recursive: true });
    writeFileSync(join(root, '.git/info/grafts'), `${third} ${first}\n`);
    expect(contentAt(root, 'v1')).toEqual(['First.']);
    expect(contentAt(root, 'v3~1')).toEqual(['Second.']);
  });

  it('is read without anything that its repository would have run', () => {
    const root = makeRepository();
    const bin = writeTree({});
    const started = join(bin, 'started');
    const program = join(bin, 'program');
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${started}\n`, { mode: 0o755 });
    for (const key of [
      ...['core.fsmonitor', 'core.pager', 'pager.ls-tree', 'pager.cat-file', 'core.sshCommand'],
      ...['core.askPass', 'core.editor', 'diff.external', 'diff.evil.textconv', 'gpg.program'],
      ...['filter.evil.smudge', 'filter.evil.clean', 'filter.evil.process', 'credential.helper'],
    ]) {
      git(root, 'config', key, program);
    }
    for (const alias of ['rev-parse', 'ls-tree', 'cat-file']) {
      git(root, 'config', `alias.${alias}`, `!${program}`);
    }
    git(root, 'config', 'core.hooksPath', bin);
    writeFileSync(join(root, '.git/info/attributes'), '* filter=evil diff=evil\n');
    expect(contentAt(root, 'v1')).toEqual(['First.']);
    expect(existsSync(started)).toBe(false);
  });

  it('has files of any name', () => {
    const names = ['a\nb.md', '"quoted".md', "it's.md", 'tab\t.md', 'é.md', '-x.md', ':(top).md'];
    const root = writeTree(Object.fromEntries(names.map((name) => [`skills/${name}`, name])));
    commitAll(root, 'v1');
    expect(contentAt(root, 'v1').sort()).toEqual([...names].sort());
  });
});
