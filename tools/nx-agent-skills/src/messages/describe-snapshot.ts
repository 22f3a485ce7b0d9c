import type { FrozenSnapshot } from '@nx-agent-skills/publication';

/** What freezing a release prints. */
export function describeSnapshot(
  { version, skills, stored, isUnchanged, ...rest }: FrozenSnapshot,
  folder: string,
  digestsOnly = false,
): string {
  if (isUnchanged) {
    const completed =
      stored === 0 ? '' : ` ${stored} artifacts that were missing are stored with it now.`;
    return `${version} is frozen already, with these very ${skills} skills.${completed}\n${describeUncommitted(rest)}`;
  }
  const kept = digestsOnly
    ? 'by their digests alone: keep the tag of the release, from which they are built again'
    : `${stored} of them new`;
  return `${skills} skills frozen as ${version} in ${folder}, ${kept}.\nCommit the folder; the next publication has ${version} beside the index of then.\n${describeUncommitted(rest)}`;
}

function describeUncommitted({
  uncommitted,
  causes,
}: Pick<FrozenSnapshot, 'uncommitted' | 'causes'>): string {
  if (uncommitted.length === 0) return '';
  const why = causes.length === 0 ? '' : ` What may be to blame: ${causes.join('; ')}.`;
  return `The last commit does not give these as they were frozen: ${uncommitted.join(', ')}.${why}\n    Fix: commit them as they are now, and tag that commit. What no commit can give (line endings that git changes, ignored files) has to be stored.\n`;
}
