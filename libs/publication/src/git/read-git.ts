import { spawnSync } from 'node:child_process';

/** Larger than any list of files that could be used here, in bytes. */
const MAX_OUTPUT = 2 ** 30;

/**
 * Reads from the repository that a folder lies in. Git is started without a shell; nothing that is
 * asked of it may check out files, so that no hook, filter or attribute of the repository has a say.
 *
 * @param folder absolute
 * @param args a command that reads objects or references, with its arguments
 * @returns undefined when git is not there, or fails
 */
export function readGit(
  folder: string,
  args: readonly string[],
  input?: Buffer,
): Buffer | undefined {
  const { status, stdout } = spawnSync(
    'git',
    ['--literal-pathspecs', '--no-replace-objects', ...args],
    {
      cwd: folder,
      maxBuffer: MAX_OUTPUT,
      stdio: ['pipe', 'pipe', 'ignore'],
      ...(input ? { input } : {}),
    },
  );
  return status === 0 ? stdout : undefined;
}

/** A tree of files, and the place of a folder in it. */
export interface RevisionTree {
  /** The full name of the tree's object. */
  id: string;
  /** The folder in the repository: empty for its root, else with a slash at the end. */
  prefix: string;
  /** Absolute: where git is run. */
  folder: string;
}

/**
 * Finds the files of a revision.
 *
 * @param folder absolute, in a git repository
 * @param revision a commit, or a tree such as the empty one, by which a CI means "before all"
 * @returns undefined when there is no such revision, or no repository
 */
export function findRevision(folder: string, revision: string): RevisionTree | undefined {
  // With a colon it would name a part of a tree, in which every other file is missing.
  if (!/^[^-:][^:]*$/.test(revision)) return undefined;
  const id = readGit(folder, ['rev-parse', '--verify', '--quiet', `${revision}^{tree}`]);
  const prefix = readGit(folder, ['rev-parse', '--show-prefix']);
  return id && prefix && { id: textOf(id), prefix: textOf(prefix), folder };
}

const textOf = (output: Buffer) => output.toString('utf8').replace(/\n$/, '');
