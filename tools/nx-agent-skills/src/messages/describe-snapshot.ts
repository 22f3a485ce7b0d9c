import type { FrozenSnapshot } from '@nx-agent-skills/publication';

/** What freezing a release prints. */
export function describeSnapshot(
  { version, skills, stored, isUnchanged }: FrozenSnapshot,
  folder: string,
  digestsOnly = false,
): string {
  if (isUnchanged) return `${version} is frozen already, with these very ${skills} skills.\n`;
  const kept = digestsOnly
    ? 'by their digests alone: keep the tag of the release, from which they are built again'
    : `${stored} of them new`;
  return `${skills} skills frozen as ${version} in ${folder}, ${kept}.\nCommit the folder; the next publication has ${version} beside the index of then.\n`;
}
