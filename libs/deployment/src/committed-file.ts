import { posix } from 'node:path';
import { contentOfRevision, readBlobs, requireRevision } from '@nx-agent-skills/publication';
import { DeploymentError } from './deployment-error';

/**
 * Reads a file of a revision, without checking anything out.
 *
 * @param folder absolute, in a git repository
 * @param revision a commit, or a tree such as the empty one, by which a CI means "before all"
 * @param path relative to the folder, with slashes
 * @returns undefined when the revision has no such file
 * @throws PublicationError `publication/git` when there is no such revision, or git cannot read it;
 *   DeploymentError `deployment/previous` when it is no plain file
 */
export function readCommittedFile(
  folder: string,
  revision: string,
  path: string,
): Buffer | undefined {
  const tree = requireRevision(folder, revision);
  const inRepository = posix.join(tree.prefix, path);
  const { files, submodules } = contentOfRevision(tree, inRepository);
  const [file] = files;
  if (files.length + submodules.length === 0) return undefined;
  if (file?.path === inRepository && !file.isLink) return readBlobs(tree, [file])[0];
  throw new DeploymentError(
    'deployment/previous',
    `${inRepository} of the revision ${JSON.stringify(revision)} is no plain file.`,
    'Name a revision in which it is one, or the file itself.',
  );
}
