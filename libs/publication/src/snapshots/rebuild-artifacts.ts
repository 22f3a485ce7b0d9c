import type { RuleSettings } from '@nx-agent-skills/skill';
import { rebuildSkills } from '../git/rebuild-skills';

/** How artifacts of a release are found that are not stored with it. */
export interface RebuildOptions {
  /** Absolute, in the git repository whose tags name the releases. */
  workspaceRoot: string;
  /** Absolute: where rebuilt artifacts are kept. Need not exist, and is not to be committed. */
  folder: string;
  /** The tag of a release, with `{version}` in it. */
  tag: string;
  rules: RuleSettings['rules'];
}

/** The revision of git that a release is built from. */
export const revisionOf = (version: string, tag: string): string =>
  `refs/tags/${tag.replaceAll('{version}', version)}`;

/**
 * Builds artifacts of a revision of git.
 *
 * @param names of those that are wanted
 * @returns the bytes by their digests, of a zip too where there is one
 * @throws PublicationError `publication/git`
 */
export function rebuildArtifacts(
  revision: string,
  names: ReadonlySet<string>,
  { workspaceRoot, rules }: RebuildOptions,
): Map<string, Buffer> {
  const search = { roots: ['.'], exclude: [] };
  const isWanted = (name: string | undefined) => name !== undefined && names.has(name);
  const settings = { strict: false, rules };
  const rebuilt = rebuildSkills(workspaceRoot, revision, search, settings, isWanted);
  return new Map(rebuilt.flatMap(({ artifacts }) => [...artifacts]));
}
