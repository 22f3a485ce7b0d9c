import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { showPath } from '@nx-agent-skills/skill';
import { differingPaths, hasModes } from './compare-folder';
import { exists } from './exists';
import type { FetchedSkill } from './fetch-skills';
import {
  type InstalledSkill,
  installedSkill,
  readState,
  readStateText,
  serializeState,
} from './installed-state';
import type { SkillsFolder } from './skills-folder';

/** What an install does to one skills folder. */
export interface FolderPlan {
  readonly folder: SkillsFolder;
  /** Skills that are not there. */
  readonly added: readonly FetchedSkill[];
  /** Skills that are there in another form. */
  readonly changed: readonly FetchedSkill[];
  /** Names of skills that the lock no longer has. */
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** The text of the state afterwards, and before it, when there was one. */
  readonly state: string;
  readonly stateBefore: string | undefined;
  /** What the install would destroy, a sentence each. */
  readonly problems: readonly string[];
}

/** What is installed, and from where. */
export interface Wanted {
  readonly skills: readonly FetchedSkill[];
  /** The lock, relative to the project or the home folder. */
  readonly lock: string;
  /** Whether files that nobody else has are overwritten. */
  readonly force: boolean;
}

/** What is to become of a skill's folder, or why it must not be touched. */
type Verdict = 'added' | 'changed' | 'unchanged' | { problem: string };

interface Judged {
  skill: FetchedSkill;
  verdict: Verdict;
}

/**
 * Finds out what has to be done in a skills folder. Nothing is overwritten or removed that the tool
 * did not install, or that was edited since: only the user has it. Changes nothing.
 *
 * @throws InstallationError `installation/state`
 */
export function planFolder(folder: SkillsFolder, { skills, lock, force }: Wanted): FolderPlan {
  const installed = new Map(readState(folder.folder).map((skill) => [skill.name, skill]));
  const judged = skills.map(
    (skill): Judged => ({
      skill,
      verdict: judge(folder, skill, installed.get(skill.locked.name), lock),
    }),
  );
  const wanted = new Set(skills.map(({ locked }) => locked.name));
  const dropped = [...installed.values()].filter(
    (skill) => skill.locks.includes(lock) && !wanted.has(skill.name),
  );
  const shared = dropped
    .filter(({ locks }) => locks.length > 1)
    .map((skill) => without(skill, lock));
  const present = dropped.filter(
    ({ locks, name }) => locks.length === 1 && exists(join(folder.folder, name)),
  );
  const others = [...installed.values()].filter(
    (skill) => !wanted.has(skill.name) && !dropped.includes(skill),
  );
  const problems = [
    ...judged.flatMap(({ verdict }) => (typeof verdict === 'string' ? [] : [verdict.problem])),
    ...present.flatMap((skill) => editedProblem(folder, skill) ?? []),
  ];
  const having = (wished: Verdict) =>
    judged.flatMap(({ skill, verdict }) => (verdict === wished ? [skill] : []));
  // With --force, what is in the way is replaced.
  const inTheWay = judged.flatMap(({ skill, verdict }) =>
    typeof verdict === 'string' ? [] : [skill],
  );
  return {
    folder,
    added: having('added'),
    changed: [...having('changed'), ...inTheWay],
    removed: present.map(({ name }) => name),
    unchanged: having('unchanged').length,
    state: serializeState([
      ...others,
      ...shared,
      ...judged.flatMap((each) => stateOf(each, installed, lock)),
    ]),
    stateBefore: readStateText(folder.folder),
    problems: force ? [] : problems,
  };
}

/** What was there already, with these very files, is its owner's and is never removed. */
function stateOf(
  { skill, verdict }: Judged,
  installed: ReadonlyMap<string, InstalledSkill>,
  lock: string,
): InstalledSkill[] {
  const known = installed.get(skill.locked.name);
  if (!known && verdict === 'unchanged') return [];
  const isSame = known?.digest === skill.locked.digest;
  const locks = isSame ? [...new Set([...known.locks, lock])].sort() : [lock];
  return [installedSkill(skill, locks)];
}

const without = (skill: InstalledSkill, lock: string): InstalledSkill => ({
  ...skill,
  locks: skill.locks.filter((each) => each !== lock),
});

function judge(
  { folder, shown }: SkillsFolder,
  skill: FetchedSkill,
  installed: InstalledSkill | undefined,
  lock: string,
): Verdict {
  const { name } = skill.locked;
  const place = join(folder, name);
  const where = `${shown}/${name}`;
  if (!exists(place)) return 'added';
  if (!isFolder(place)) return { problem: `${where} is a link or a file.` };
  const { files } = installedSkill(skill, [lock]);
  if (differingPaths(place, files).length === 0) {
    return hasModes(place, skill.files) ? 'unchanged' : 'changed';
  }
  if (!installed) return { problem: `${where} was not installed by nx-agent-skills.` };
  const other = installed.locks.find((each) => each !== lock);
  if (other !== undefined) {
    return { problem: `${where} was installed from another lock, ${showPath(other)}.` };
  }
  const problem = editedProblem({ folder, shown }, installed);
  return problem === undefined ? 'changed' : { problem };
}

/** How many paths of a skill are named. */
const MAX_NAMED = 5;

function editedProblem(
  { folder, shown }: Pick<SkillsFolder, 'folder' | 'shown'>,
  { name, files }: InstalledSkill,
): string | undefined {
  const place = join(folder, name);
  if (!isFolder(place)) return `${shown}/${name} is a link or a file.`;
  const paths = differingPaths(place, files);
  if (paths.length === 0) return undefined;
  const more = paths.length > MAX_NAMED ? `, and ${paths.length - MAX_NAMED} more` : '';
  const named = paths.slice(0, MAX_NAMED).map(showPath).join(', ');
  return `${shown}/${name} was edited since it was installed: ${named}${more}.`;
}

const isFolder = (path: string) => lstatSync(path).isDirectory();
