/** The tag of every skill project; `publish-index` depends on all projects that have it. */
export const SKILL_TAG = 'agent-skill';

/** The tag of every skill inside a bundle, by which the bundle depends on it. */
export function bundleTagOf(bundlePath: string): string {
  return `${SKILL_TAG}-in:${projectNameOf(bundlePath)}`;
}

/**
 * The name of the project that holds `publish-index`. No skill can have it: names of skills come
 * from paths, in which "@" is written as %40.
 */
export const INDEX_PROJECT = '@agent-skills/index';

/**
 * The Nx project name of a skill: its path, unique by construction, with every character that means
 * something to Nx percent-encoded. It always has a slash, so that it is no npm package's name and
 * no name that JavaScript objects know ("constructor").
 *
 * @param path relative to the workspace, with `/`
 */
export function projectNameOf(path: string): string {
  const name = path.split('/').map(encodeSegment).join('/');
  return name.includes('/') ? name : `./${name}`;
}

/** Letters and digits of every script stay; `encodeURIComponent` would make them unreadable. */
function encodeSegment(segment: string): string {
  return segment.replace(/[^\p{L}\p{N}\p{M}._-]/gu, (character) =>
    [...Buffer.from(character, 'utf8')]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
}
