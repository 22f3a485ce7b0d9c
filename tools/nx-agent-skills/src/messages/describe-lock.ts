import {
  type ChangedSkill,
  type InstalledFolder,
  type Lock,
  type LockChanges,
  type LockedSkill,
  originsOf,
  type Updates,
} from '@nx-agent-skills/installation';

/** A line for each skill that a new lock has otherwise. */
export function describeChanges({
  added,
  changed,
  removed,
}: Pick<LockChanges, 'added' | 'changed' | 'removed'>): string {
  const lines = [
    ...added.map((skill) => `+ ${skill.name} ${stateOf(skill)}`),
    ...changed.map(describeChange),
    ...removed.map((skill) => `- ${skill.name} ${stateOf(skill)}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** One line about a lock that was written. */
export function describeLock(
  { skills }: Lock,
  { added, changed, removed, unchanged }: LockChanges,
  file: string,
): string {
  return `${countOf(skills.length)} locked in ${file} (${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged).\n`;
}

/**
 * Tells how skills come back that the lock has lost to another release; empty when there are none.
 *
 * @param file the lock, for people
 */
export function describeLost({ removed }: Pick<LockChanges, 'removed'>, file: string): string {
  if (removed.length === 0) return '';
  const [origin] = originsOf({ skills: removed });
  const names = removed.map(({ name }) => name);
  const options = names.map((name) => ` --skill ${name}`).join('');
  return `Not in this release, and no longer locked: ${names.join(', ')}. To have them again once a release has them: nx-agent-skills install ${origin?.href}${options}, or take ${file} from git as it was and run nx-agent-skills install --frozen.\n`;
}

/** One line about each folder that skills were installed into. */
export function describeFolders(folders: readonly InstalledFolder[]): string {
  return folders
    .map(({ shown, agents, added, changed, removed, unchanged }) => {
      const total = countOf(added.length + changed.length + unchanged);
      return `${total} in ${shown} for ${agents.join(', ')} (${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged).\n`;
    })
    .join('');
}

/** What an update would bring. */
export function describeUpdates({ added, changed, removed }: Updates, file: string): string {
  const isCurrent = changed.length + removed.length === 0;
  const lines = describeChanges({ added: [], changed, removed });
  const more = added.map((skill) => `+ ${skill.name} ${stateOf(skill)}, not locked\n`).join('');
  const verdict = isCurrent
    ? `All that ${file} has is what its origins offer today.\n`
    : `${countOf(changed.length + removed.length)} of ${file} would change: nx-agent-skills lock <origin> writes that.${removed.length > 0 ? ' Where nothing of an origin is left, remove the entries from the file.' : ''}\n`;
  return `${lines}${more}${verdict}`;
}

function describeChange({ before, after }: ChangedSkill): string {
  const { name } = after;
  if (before.digest === after.digest) {
    return `~ ${name} ${versionOf(before)} → ${versionOf(after)}, the same bytes`;
  }
  return `~ ${name} ${stateOf(before)} → ${stateOf(after)}`;
}

const stateOf = (skill: LockedSkill) => `${versionOf(skill)} (${skill.digest})`;

const versionOf = ({ version }: LockedSkill) => version ?? 'without version';

const countOf = (count: number) => (count === 1 ? '1 skill' : `${count} skills`);
