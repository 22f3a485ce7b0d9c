import { type Finding, finding } from './finding';

/** A skill that would get an index entry under this name. */
export interface NamedSkill {
  name: string;
  /** Its SKILL.md, relative to the workspace. */
  file: string;
  /** Where the name stands in the file, 1-based. */
  line?: number;
}

/**
 * Finds names that more than one skill has (contract step 1: a duplicate shadows rather than adds).
 * Every file but the first gets a finding that names them all.
 */
export function checkDuplicateNames(skills: readonly NamedSkill[]): Finding[] {
  const byName = new Map<string, NamedSkill[]>();
  for (const skill of skills) byName.set(skill.name, [...(byName.get(skill.name) ?? []), skill]);
  return [...byName.values()].flatMap((same) =>
    same.slice(1).map(({ name, file, line }) =>
      finding('name/duplicate', file, {
        field: 'name',
        ...(line === undefined ? {} : { line }),
        received: name,
        message: `The name "${name}" is used by ${same.map((each) => each.file).join(' and ')}.`,
      }),
    ),
  );
}
