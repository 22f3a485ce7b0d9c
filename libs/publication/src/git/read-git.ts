import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PublicationError } from '../publication-error';
import { type GitAnswer, runGit } from './run-git';

/** A tree of files, and the place of a folder in it. */
export interface RevisionTree {
  /** As it was named. */
  revision: string;
  /** The full name of the tree's object. */
  id: string;
  /** The folder in the repository: empty for its root, else with a slash at the end. */
  prefix: string;
  /** Absolute: where git is run. */
  folder: string;
}

/**
 * Whether a folder lies in a git repository, or in what is left of one. Git is not asked: it says the
 * same of a repository that it cannot read as of none.
 *
 * @param folder absolute
 */
export function isInRepository(folder: string): boolean {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if (holdsRepository(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

/** A folder for the files of git, or the file in a worktree or a submodule that leads there. */
function holdsRepository(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readdirSync(path).length > 0;
  return stats !== undefined;
}

/**
 * Reads from the repository that a folder lies in.
 *
 * @param folder absolute, in a git repository
 * @param args a command that reads objects or references, with its arguments
 * @throws PublicationError `publication/git` when git fails, with what it says
 */
export function readGit(folder: string, args: readonly string[], input?: Buffer): Buffer {
  const answer = runGit(folder, args, input);
  if (answer.status !== 0) throw gitFailed(folder, answer);
  return answer.output;
}

/**
 * Whether the repository of a folder has a commit to look at.
 *
 * @param folder absolute, in a git repository
 * @throws PublicationError `publication/git`
 */
export const hasCommit = (folder: string): boolean => nameOf(folder, 'HEAD') !== undefined;

/**
 * Finds the files of a revision.
 *
 * @param folder absolute
 * @param revision a commit, or a tree such as the empty one, by which a CI means "before all"
 * @returns undefined when there is no such revision, or no repository
 * @throws PublicationError `publication/git` when that cannot be told
 */
export function findRevision(folder: string, revision: string): RevisionTree | undefined {
  // With a colon it would name a part of a tree, in which every other file is missing.
  if (!/^[^-:][^:]*$/.test(revision) || !isInRepository(folder)) return undefined;
  const id = nameOf(folder, `${revision}^{tree}`);
  if (id === undefined) return undefined;
  const prefix = textOf(readGit(folder, ['rev-parse', '--show-prefix']));
  return { revision, id, prefix, folder };
}

/**
 * `findRevision` for a revision that must be there.
 *
 * @throws PublicationError `publication/git`
 */
export function requireRevision(folder: string, revision: string): RevisionTree {
  const tree = findRevision(folder, revision);
  if (tree) return tree;
  const there = `There is no revision ${JSON.stringify(revision)}`;
  if (!isInRepository(folder)) {
    throw gitError(
      `${there}, since ${folder} lies in no git repository.`,
      'run it in a clone of the repository, or name a file or an origin in place of the revision.',
    );
  }
  if (textOf(readGit(folder, ['rev-parse', '--is-shallow-repository'])) === 'true') {
    throw gitError(
      `${there} in the git repository of ${folder}, which was cloned without its whole history.`,
      'fetch it: git fetch --tags --unshallow. In a CI, clone the whole history (fetch-depth: 0).',
    );
  }
  throw gitError(
    `${there} in the git repository of ${folder}.`,
    'name a tag, a branch or a commit that is there. Tags that a clone has left out are fetched by: git fetch --tags.',
  );
}

/** The name of an object; undefined when there is none. */
function nameOf(folder: string, revision: string): string | undefined {
  const answer = runGit(folder, ['rev-parse', '--verify', '--quiet', revision]);
  if (answer.status === 0) return textOf(answer.output);
  if (answer.status === 1 && answer.complaint === '') return undefined;
  throw gitFailed(folder, answer);
}

const textOf = (output: Buffer) => output.toString('utf8').replace(/\n$/, '');

/** An error of git, with the fix of its cause as far as that is known. */
function gitFailed(folder: string, { complaint, isInstalled }: GitAnswer): PublicationError {
  if (!isInstalled) {
    return gitError(
      `${folder} lies in a git repository, and git cannot be started.`,
      'install git, and see that it is found in PATH.',
    );
  }
  const said = complaint === '' ? 'it was stopped' : complaint;
  return gitError(`Git cannot read the repository of ${folder} (${said}).`, fixOf(complaint));
}

function fixOf(complaint: string): string {
  if (complaint.includes('dubious ownership')) {
    return 'where you trust the repository, tell git so: git config --global --add safe.directory <its folder>.';
  }
  if (complaint.includes('promisor remote')) {
    return 'the repository was cloned in part (--filter), and nothing is fetched here. Fetch the rest: git fetch --refetch --no-filter. In a CI, clone without a filter.';
  }
  return 'look at what git says there, such as git status and git fsck.';
}

/**
 * @param fix in a sentence that begins in lower case
 */
export const gitError = (message: string, fix: string): PublicationError =>
  new PublicationError('publication/git', `${message}\n    Fix: ${fix}`);
