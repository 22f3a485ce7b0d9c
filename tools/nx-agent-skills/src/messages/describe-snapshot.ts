import type { FrozenSnapshot } from '@nx-agent-skills/publication';

/** What freezing a release prints. */
export function describeSnapshot(
  { version, skills, stored, isUnchanged }: FrozenSnapshot,
  folder: string,
): string {
  if (isUnchanged) return `${version} is frozen already, with these very ${skills} skills.\n`;
  return `${skills} skills frozen as ${version} in ${folder}, ${stored} of them new.\nCommit the folder; the next publication has ${version} beside the index of then.\n`;
}
