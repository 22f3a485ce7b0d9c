import { posix } from 'node:path';
import { findRevision, readGit } from '@nx-agent-skills/publication';
import { DeploymentError } from './deployment-error';

/** Whether a folder lies in a git repository that has a commit. */
export function hasCommit(folder: string): boolean {
  return readGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD']) !== undefined;
}

/**
 * Reads a file of a revision, without checking anything out.
 *
 * @param folder absolute, in a git repository
 * @param revision a commit, or a tree such as the empty one, by which a CI means "before all"
 * @param path relative to the folder, with slashes
 * @returns undefined when the revision has no such file
 * @throws DeploymentError `deployment/previous` when there is no such revision, or it cannot be read
 */
export function readCommittedFile(
  folder: string,
  revision: string,
  path: string,
): Buffer | undefined {
  const tree = findRevision(folder, revision);
  if (!tree) throw noRevision(folder, revision);
  const inRepository = posix.join(tree.prefix, path);
  const listed = readGit(folder, ['ls-tree', '-z', '--full-tree', tree.id, '--', inRepository]);
  if (listed?.length === 0) return undefined;
  const blob = /^100(?:644|755) blob ([0-9a-f]+)\t/.exec(listed?.toString('utf8') ?? '')?.[1];
  const bytes = blob === undefined ? undefined : readGit(folder, ['cat-file', 'blob', blob]);
  if (bytes === undefined) throw unreadable(revision, inRepository);
  return bytes;
}

function noRevision(folder: string, revision: string): DeploymentError {
  return new DeploymentError(
    'deployment/previous',
    `There is no revision ${JSON.stringify(revision)} in the git repository of ${folder}.`,
    'Name a commit, a branch or a tag that is there, such as git:HEAD~1. In a CI, clone the whole history (fetch-depth: 0).',
  );
}

function unreadable(revision: string, path: string): DeploymentError {
  return new DeploymentError(
    'deployment/previous',
    `Git cannot read ${path} of the revision ${JSON.stringify(revision)}, or it is no plain file.`,
    'Fetch the whole commit, and look at what git fsck says.',
  );
}
