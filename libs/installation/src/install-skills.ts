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
    for (const staging of taken) if (!staging.isNeeded) release(staging);
  }
}

/**
 * The lock is new already: whoever is killed in here leaves skills that the next install brings to
 * what the lock says.
 */
function replaceAll(staged: readonly [Staging, FolderPlan][], takeLockBack: () => void): void {
  try {
    for (const [staging, plan] of staged) exchange(staging, plan);
    for (const [staging] of staged) commit(staging);
  } catch (error) {
    const failed = [
      ...staged.flatMap(([staging]) => attempt(staging.folder, () => restoreOrKeep(staging))),
      ...attempt('the lock', takeLockBack),
    ];
    if (failed.length > 0) throw notRestored(error, failed);
    throw isAcrossFileSystems(error) ? cannotMove(error) : error;
  }
}

/** What could not be put back is all that is left of it. */
function restoreOrKeep(staging: Staging): void {
  staging.isNeeded = true;
  restore(staging);
  staging.isNeeded = false;
}

/** @returns what has failed, and why */
function attempt(what: string, task: () => void): string[] {
  try {
    task();
    return [];
  } catch (error) {
    return [`${what} (${messageOf(error)})`];
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

function notRestored(cause: unknown, failed: readonly string[]): InstallationError {
  return new InstallationError(
    'installation/not-restored',
    `The install has failed (${messageOf(cause)}), and what was there before could not be put back in ${failed.join(' and ')}. It is kept beside that, in a folder whose name ends in ".installing".`,
    'mend the cause, then run nx-agent-skills install: it puts everything back before it begins. Take the lock from git.',
  );
}

/** As of a folder that an image of a container has in an earlier layer. */
function cannotMove({ path, dest }: NodeJS.ErrnoException & { dest?: string }): InstallationError {
  return new InstallationError(
    'installation/cannot-move',
    `${path ?? 'A skill'} cannot be moved to ${dest ?? 'its place'}, since the two are on different file systems. Everything is as it was.`,
    'mount the folder of all skills, in place of one in it. In an image, install in the step that copies the project, or remove the folder of skills first.',
  );
}

const isAcrossFileSystems = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && error.code === 'EXDEV';

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
