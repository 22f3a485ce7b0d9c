import { InstallationError } from './installation-error';
import { type FolderPlan, planFolder, type Wanted } from './plan-folder';
import { restore } from './restore';
import type { SkillsFolder } from './skills-folder';
import { commit, exchange, release, type Staging, stage, takeFolder } from './staging';

/** What an install has done to one skills folder. */
export interface InstalledFolder extends SkillsFolder {
  /** Names of skills. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
}

/**
 * Installs skills into all folders, or into none: everything is checked and written beside the
 * folders before the first one changes, and a fault in between puts back what was there. A kill
 * leaves every skill whole, the earlier one or the new one, and the next run takes the rest back.
 *
 * @param saveLock writes the lock at the last moment at which nothing has changed, and returns how to
 *   take that back
 * @throws InstallationError `installation/in-the-way` with everything that would be destroyed,
 *   `installation/busy` and `installation/state`; errors of the file system as they are
 */
export function installSkills(
  folders: readonly SkillsFolder[],
  wanted: Wanted,
  saveLock: () => () => void,
): InstalledFolder[] {
  const taken: Staging[] = [];
  try {
    for (const folder of folders) taken.push(takeFolder(folder));
    const plans = folders.map((folder) => planFolder(folder, wanted));
    refuseToDestroy(plans);
    const staged = taken.flatMap((staging, at): [Staging, FolderPlan][] => {
      const plan = plans[at];
      return plan === undefined || isDone(plan) ? [] : [[staging, plan]];
    });
    for (const [staging, plan] of staged) stage(staging, plan);
    replaceAll(staged, saveLock());
    return plans.map(describe);
  } finally {
    for (const staging of taken) release(staging);
  }
}

function replaceAll(staged: readonly [Staging, FolderPlan][], takeLockBack: () => void): void {
  try {
    for (const [staging, plan] of staged) exchange(staging, plan);
    for (const [staging] of staged) commit(staging);
  } catch (error) {
    for (const [staging] of staged) restore(staging);
    takeLockBack();
    throw error;
  }
}

function isDone({ added, changed, removed, state, stateBefore }: FolderPlan): boolean {
  return added.length + changed.length + removed.length === 0 && state === stateBefore;
}

function describe({ folder, added, changed, removed, unchanged }: FolderPlan): InstalledFolder {
  return {
    ...folder,
    added: added.map(({ locked }) => locked.name),
    changed: changed.map(({ locked }) => locked.name),
    removed,
    unchanged,
  };
}

/** How many problems are told. */
const MAX_TOLD = 20;

function refuseToDestroy(plans: readonly FolderPlan[]): void {
  const problems = plans.flatMap((plan) => plan.problems);
  if (problems.length === 0) return;
  const more = problems.length > MAX_TOLD ? [`and ${problems.length - MAX_TOLD} more`] : [];
  const lines = [...problems.slice(0, MAX_TOLD), ...more].map((line) => `\n  ${line}`);
  throw new InstallationError(
    'installation/in-the-way',
    `Nothing was installed, since it would overwrite or remove what only you have:${lines.join('')}`,
    'move away what you want to keep, or use --force to lose it.',
  );
}
