import { posix } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import {
  IndexError,
  type Origin,
  parseIndex,
  parseVersions,
  VersionsError,
} from '@nx-agent-skills/discovery';
import {
  contentOfRevision,
  type RevisionFile,
  readBlobs,
  requireRevision,
} from '@nx-agent-skills/publication';

/**
 * Finds lists of releases in a revision, wherever they lie in the repository: each versions.json whose
 * latest release lies beside it with its digest, and was frozen for the origin of the workspace. So
 * neither a file of that name of something else nor another workspace is meant.
 *
 * @param root absolute: the workspace
 * @param origin undefined where it is not known, and any will do
 * @returns paths relative to the workspace, the shortest first
 * @throws PublicationError `publication/git`
 */
export function misplacedReleases(
  root: string,
  revision: string,
  origin: Origin | undefined,
): string[] {
  const tree = requireRevision(root, revision);
  const files = contentOfRevision(tree).files.filter(({ isLink }) => !isLink);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const lists = files.filter(({ path }) => posix.basename(path) === 'versions.json');
  const texts = readBlobs(tree, lists);
  const releases = lists.flatMap(({ path }, at): Release[] => {
    const latest = latestOf(texts[at]);
    const index = latest && byPath.get(`${posix.dirname(path)}/v${latest.version}/index.json`);
    return latest && index ? [{ path, index, digest: latest.digest }] : [];
  });
  const indexes = readBlobs(
    tree,
    releases.map(({ index }) => index),
  );
  return releases
    .filter(({ digest }, at) => {
      const bytes = indexes[at] ?? Buffer.alloc(0);
      return digestOf(bytes) === digest && isFor(bytes.toString('utf8'), origin);
    })
    .map(({ path }) => posix.relative(`/${tree.prefix}`, `/${path}`))
    .sort((a, b) => a.length - b.length);
}

interface Release {
  /** Of the list. */
  path: string;
  index: RevisionFile;
  digest: string;
}

function latestOf(list: Buffer | undefined): { version: string; digest: string } | undefined {
  try {
    const { latest, digests } = parseVersions(String(list));
    return { version: latest, digest: digests[latest] ?? '' };
  } catch (error) {
    if (!(error instanceof VersionsError)) throw error;
    return undefined;
  }
}

function isFor(index: string, origin: Origin | undefined): boolean {
  try {
    parseIndex(index, origin ? { origin } : {});
    return true;
  } catch (error) {
    if (!(error instanceof IndexError)) throw error;
    return false;
  }
}
