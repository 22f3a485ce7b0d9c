import type { FrozenSnapshot } from '@nx-agent-skills/publication';

/** What freezing a release prints. */
export function describeSnapshot(
  { version, skills, stored, isUnchanged, uncommitted }: FrozenSnapshot,
  folder: string,
  digestsOnly = false,
): string {
  if (isUnchanged) {
    const completed =
      stored === 0 ? '' : ` ${stored} artifacts that were missing are stored with it now.`;
    return `${version} is frozen already, with these very ${skills} skills.${completed}\n${describeUncommitted(uncommitted)}`;
  }
  const kept = digestsOnly
    ? 'by their digests alone: keep the tag of the release, from which they are built again'
    : `${stored} of them new`;
  return `${skills} skills frozen as ${version} in ${folder}, ${kept}.\nCommit the folder; the next publication has ${version} beside the index of then.\n${describeUncommitted(uncommitted)}`;
}

function describeUncommitted(names: readonly string[]): string {
  if (names.length === 0) return '';
  return `The last commit does not give these as they were frozen: ${names.join(', ')}.\n    Fix: commit them as they are now, and tag that commit. What no commit can give (line endings that git changes, ignored files) has to be stored.\n`;
}
