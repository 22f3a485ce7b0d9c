import type { Origin } from './origin';
import { isPlainSegment } from './plain-segment';

const INDEX = '.well-known/agent-skills/index.json';
const ROOT = 'agent-skills';

/** The paths of a published tree, relative to its root, with "/" on every system. */
export const publishedPath = {
  /** The index that the discovery spec names. */
  index: INDEX,
  /** Its copy, which `skills add <origin>/agent-skills` needs: the stock client never falls back. */
  catalogueIndex: `${ROOT}/${INDEX}`,
  /** An index with one entry, so that `skills add <origin>/agent-skills/<name>` fetches one file. */
  skillIndex: (name: string): string => `${ROOT}/${name}/${INDEX}`,
  skillMd: (name: string): string => `${ROOT}/${name}/SKILL.md`,
  archive: (name: string): string => `${ROOT}/${name}.tar.gz`,
  bundle: (slug: string): string => `${ROOT}/${slug}-bundle.tar.gz`,
  /** The same files as in an archive, for clients that cannot read a tar. */
  zip: (archive: string): string => archive.replace(/\.tar\.gz$/, '.zip'),
  /** The index of discovery 0.1.0. */
  legacyIndex: '.well-known/skills/index.json',
  /** The list of all snapshots. */
  versions: '.well-known/agent-skills/versions.json',
  /** The index of one snapshot. */
  snapshotIndex: (version: string): string => `.well-known/agent-skills/v${version}/index.json`,
  /** Its copy, so that `skills add <origin>/agent-skills/v<version>` installs that snapshot. */
  snapshotCatalogue: (version: string): string => `${ROOT}/v${version}/${INDEX}`,
  /** The folder of a snapshot. */
  snapshotFolder: (version: string): string => `${ROOT}/v${version}`,
  /** An artifact of a snapshot, by its path in the tree of today. No skill is called like a version. */
  snapshotFile: (version: string, file: string): string =>
    `${ROOT}/v${version}/${file.slice(ROOT.length + 1)}`,
  /** Where all files lie that are called by their digests. */
  addressed: `${ROOT}/sha256`,
  /** A file by its digest and its path in the tree: never another content, whatever is published. */
  addressedFile: (digest: string, file: string): string =>
    `${ROOT}/${digest.replace(':', '/')}/${file.slice(ROOT.length + 1)}`,
  /** The page for people. */
  catalogue: `${ROOT}/index.html`,
} as const;

/** The digest in the path of a file that is called by it; undefined for any other path. */
export function addressOf(path: string): string | undefined {
  const [, hex] =
    /^agent-skills\/sha256\/([0-9a-f]{64})\/[a-z0-9-]+(?:\.tar\.gz|\.zip|\/SKILL\.md)$/.exec(
      path,
    ) ?? [];
  return hex === undefined ? undefined : `sha256:${hex}`;
}

export type ArtifactUrlErrorCode = 'url/not-on-origin' | 'url/bad-path';

/** A URL or path that is not one of a published tree. */
export class ArtifactUrlError extends Error {
  override readonly name = 'ArtifactUrlError';

  constructor(
    readonly code: ArtifactUrlErrorCode,
    readonly received: string,
    readonly fix: string,
  ) {
    super(`${code}: ${JSON.stringify(received)} ${fix}`);
  }
}

/**
 * The absolute URL of a file of the tree.
 *
 * @throws ArtifactUrlError `url/bad-path` for a path that a URL would have to encode or resolve
 */
export function artifactUrl(origin: Origin, path: string): string {
  checkPath(path, path);
  return `${origin.href}/${path}`;
}

/** The URL of the index that the discovery spec names. */
export function wellKnownIndexUrl(origin: Origin): string {
  return artifactUrl(origin, publishedPath.index);
}

/** What is passed to `skills add` together with `--skill <name>`. */
export function catalogueUrl(origin: Origin): string {
  return artifactUrl(origin, ROOT);
}

/** What is passed to `skills add` when the skill has an index of its own (`skillIndex`). */
export function skillSourceUrl(origin: Origin, name: string): string {
  return artifactUrl(origin, `${ROOT}/${name}`);
}

/**
 * The reverse of `artifactUrl`: the path in the tree. The URL must begin with the origin as text, so
 * another scheme, host, port or base path is refused, and so is any other spelling of the same one.
 *
 * @throws ArtifactUrlError `url/not-on-origin` or `url/bad-path`
 */
export function pathOfUrl(origin: Origin, url: string): string {
  const base = `${origin.href}/`;
  if (!url.startsWith(base)) {
    throw new ArtifactUrlError('url/not-on-origin', url, `does not begin with ${base}`);
  }
  const path = url.slice(base.length);
  checkPath(path, url);
  return path;
}

function checkPath(path: string, received: string): void {
  if (path.split('/').every(isPlainSegment)) return;
  const fix = 'must name a file with letters, digits and "-._~" between single slashes';
  throw new ArtifactUrlError('url/bad-path', received, fix);
}
