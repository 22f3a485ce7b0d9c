import { PublicationError } from '../publication-error';
import { findRevision, type RevisionTree, readGit } from './read-git';

/** A file or a link of a revision. */
export interface RevisionFile {
  /** Relative to the root of the repository. */
  path: string;
  blob: string;
  isLink: boolean;
}

/**
 * `findRevision` for a revision that must be there.
 *
 * @throws PublicationError `publication/git`
 */
export function requireRevision(folder: string, revision: string): RevisionTree {
  const tree = findRevision(folder, revision);
  if (tree) return tree;
  throw new PublicationError(
    'publication/git',
    `There is no revision ${JSON.stringify(revision)} in the git repository of ${folder}.\n    Fix: name a tag, a branch or a commit that is there. Where the repository was cloned without its history, fetch it: git fetch --tags --unshallow.`,
  );
}

/**
 * All files of a revision, in the whole repository.
 *
 * @throws PublicationError `publication/git`
 */
export function filesOfRevision({ id, folder }: RevisionTree): RevisionFile[] {
  const listed = readGit(folder, ['ls-tree', '-r', '-z', '--full-tree', id]) ?? unreadable(id);
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
 * Reads files of a revision with one call of git.
 *
 * @returns their bytes, in the order of the files
 * @throws PublicationError `publication/git` when an object is missing
 */
export function readBlobs({ id, folder }: RevisionTree, files: readonly RevisionFile[]): Buffer[] {
  const wanted = Buffer.from(files.map(({ blob }) => `${blob}\n`).join(''));
  const output = readGit(folder, ['cat-file', '--batch'], wanted) ?? unreadable(id);
  let offset = 0;
  return files.map(() => {
    const end = output.indexOf('\n', offset);
    const header = output.toString('latin1', offset, end);
    const size = Number(/ blob (\d+)$/.exec(header)?.[1] ?? unreadable(id));
    const bytes = output.subarray(end + 1, end + 1 + size);
    offset = end + 1 + size + 1;
    return bytes;
  });
}

function unreadable(id: string): never {
  throw new PublicationError(
    'publication/git',
    `Git cannot read the files of the tree ${id}.\n    Fix: fetch the whole commit, and look at what git fsck says.`,
  );
}
