import { gitError, type RevisionTree, readGit } from './read-git';

/** A file or a link of a revision. */
export interface RevisionFile {
  /** Relative to the root of the repository. */
  path: string;
  blob: string;
  isLink: boolean;
}

/** What a revision has. */
export interface RevisionContent {
  files: RevisionFile[];
  /** Folders of other repositories, whose files are not in this one. Relative to its root. */
  submodules: string[];
}

/**
 * All that a revision has, in the whole repository.
 *
 * @param path the folder or file that alone is looked at, relative to the root of the repository
 * @throws PublicationError `publication/git`
 */
export function contentOfRevision({ id, folder }: RevisionTree, path?: string): RevisionContent {
  const only = path === undefined ? [] : ['--', path];
  const listed = readGit(folder, ['ls-tree', '-r', '-z', '--full-tree', id, ...only]);
  const content: RevisionContent = { files: [], submodules: [] };
  for (const line of listed.toString('utf8').split('\0')) {
    const [, mode, name = '', at = ''] = /^([0-7]+) [a-z]+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (mode === '160000') content.submodules.push(at);
    else if (at !== '') content.files.push({ path: at, blob: name, isLink: mode === '120000' });
  }
  return content;
}

/**
 * Reads files of a revision with one call of git.
 *
 * @returns their bytes, in the order of the files
 * @throws PublicationError `publication/git` when an object is missing
 */
export function readBlobs(tree: RevisionTree, files: readonly RevisionFile[]): Buffer[] {
  const wanted = Buffer.from(files.map(({ blob }) => `${blob}\n`).join(''));
  const output = readGit(tree.folder, ['cat-file', '--batch'], wanted);
  let offset = 0;
  return files.map(({ path }) => {
    const end = output.indexOf('\n', offset);
    const header = output.toString('latin1', offset, end);
    const size = Number(/ blob (\d+)$/.exec(header)?.[1] ?? absent(tree, path));
    const bytes = output.subarray(end + 1, end + 1 + size);
    offset = end + 1 + size + 1;
    return bytes;
  });
}

function absent({ revision, folder }: RevisionTree, path: string): never {
  throw gitError(
    `The git repository of ${folder} lacks ${path} as it is in ${JSON.stringify(revision)}.`,
    'look at what git fsck says, and clone the repository anew.',
  );
}
