import { findSkills, type SkillSearch } from '@nx-agent-skills/skill';
import { gitError, requireRevision } from './read-git';
import { contentOfRevision } from './revision-files';

/**
 * The submodules of a revision. Their files are objects of other repositories, so that no skill in
 * one can be built from the revision.
 *
 * @param folder absolute, in a git repository
 * @returns their folders below that folder, relative to it
 * @throws PublicationError `publication/git` when there is no such revision
 */
export function submodulesOf(folder: string, revision: string): string[] {
  const tree = requireRevision(folder, revision);
  const { submodules } = contentOfRevision(tree);
  return submodules.flatMap((path) =>
    path.startsWith(tree.prefix) ? path.slice(tree.prefix.length) : [],
  );
}

/**
 * Refuses a revision of which some skills may not be known.
 *
 * @throws PublicationError `publication/git` when submodules lie where skills are looked for
 */
export function refuseSubmodules(folder: string, revision: string, search: SkillSearch): void {
  const found = submodulesOf(folder, revision).filter((path) => mayHoldSkills(path, search));
  if (found.length === 0) return;
  throw gitError(
    `In ${JSON.stringify(revision)} these are submodules, whose skills cannot be built from it, since their files are in other repositories: ${found.map((path) => JSON.stringify(path)).join(', ')}.`,
    'compare with an origin, or with the report.json of that publication. Where there are no skills in them, exclude them with the option exclude.',
  );
}

/** Whether skills are looked for in a folder, or somewhere below it. */
function mayHoldSkills(path: string, search: SkillSearch): boolean {
  const depth = path.split('/').length;
  const roots = search.roots.flatMap((root) => [root, headOf(root, depth)]);
  const { skills, inRoot } = findSkills([`${path}/SKILL.md`], { ...search, roots });
  return skills.length + inRoot.length > 0;
}

/** The part of a root that is as deep as a folder that it may lie in. */
function headOf(root: string, depth: number): string {
  const steps = root.replace(/^\.\//, '').split('/');
  const any = steps.indexOf('**');
  return steps.slice(0, any >= 0 && any < depth ? any + 1 : depth).join('/');
}
