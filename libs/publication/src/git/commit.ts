import { spawnSync } from 'node:child_process';
import { PublicationError } from '../publication-error';

/** A commit of the repository that a folder lies in. */
export interface Commit {
  /** Its full object name. */
  id: string;
  /** The folder in the repository: empty for its root, else with a slash at the end. */
  prefix: string;
  /** Absolute: where git is run. */
  folder: string;
}

/** A file or a link of a commit. */
export interface CommittedFile {
  /** Relative to the root of the repository. */
  path: string;
  blob: string;
  isLink: boolean;
}

/** Larger than any repository whose list of files could be used here, in bytes. */
const MAX_OUTPUT = 2 ** 30;

/**
 * Finds a commit by a revision, such as a tag. Git is started without a shell, and reads its objects
 * only: nothing is checked out, so that no hook, filter or attribute of the repository has a say.
 *
 * @param folder absolute
 * @throws PublicationError `publication/git` when there is no repository, or no such commit
 */
export function findCommit(folder: string, revision: string): Commit {
  const named = git(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ]);
  const prefix = git(folder, ['rev-parse', '--show-prefix']);
  if (named === undefined || prefix === undefined) {
    throw new PublicationError(
      'publication/git',
      `There is no commit ${JSON.stringify(revision)} in the git repository of ${folder}.\n    Fix: name a tag, a branch or a commit that is there. Where the repository was cloned without its history, fetch it: git fetch --tags --unshallow.`,
    );
  }
  return { id: textOf(named), prefix: textOf(prefix), folder };
}

/**
 * All files of a commit, in the whole repository.
 *
 * @throws PublicationError `publication/git`
 */
export function filesOfCommit({ id, folder }: Commit): CommittedFile[] {
  const listed = git(folder, ['ls-tree', '-r', '-z', '--full-tree', id]) ?? unreadable(id);
  return listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, blob = '', path = ''] =
        /^(100644|100755|120000) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      return path === '' ? [] : [{ path, blob, isLink: mode === '120000' }];
    });
}

/**
 * Reads files of a commit with one call of git.
 *
 * @returns their bytes, in the order of the files
 * @throws PublicationError `publication/git` when an object is missing
 */
export function readBlobs({ id, folder }: Commit, files: readonly CommittedFile[]): Buffer[] {
  const wanted = Buffer.from(files.map(({ blob }) => `${blob}\n`).join(''));
  const output = git(folder, ['cat-file', '--batch'], wanted) ?? unreadable(id);
  let offset = 0;
  return files.map(() => {
    const end = output.indexOf('\n', offset);
    const size = Number(
      / blob (\d+)$/.exec(output.toString('latin1', offset, end))?.[1] ?? unreadable(id),
    );
    const bytes = output.subarray(end + 1, end + 1 + size);
    offset = end + 1 + size + 1;
    return bytes;
  });
}

function git(folder: string, args: readonly string[], input?: Buffer): Buffer | undefined {
  const { status, stdout } = spawnSync('git', [...args], {
    cwd: folder,
    maxBuffer: MAX_OUTPUT,
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(input ? { input } : {}),
  });
  return status === 0 ? stdout : undefined;
}

const textOf = (output: Buffer) => output.toString('utf8').replace(/\n$/, '');

function unreadable(id: string): never {
  throw new PublicationError(
    'publication/git',
    `Git cannot read the files of the commit ${id}.\n    Fix: fetch the whole commit, and look at what git fsck says.`,
  );
}
