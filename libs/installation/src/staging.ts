import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { exchangeFolders } from '@nx-agent-skills/publication';
import { exists } from './exists';
import type { FetchedSkill } from './fetch-skills';
import { STATE_FILE } from './installed-state';
import type { FolderPlan } from './plan-folder';
import { restoreUnfinished, STAGED, type StagedFolder, type StagedPlan } from './restore';
import type { SkillsFolder } from './skills-folder';
import { busy, refuseOwned, writeOwner } from './staging-owner';
import { stagingPath } from './staging-path';

/** A skills folder that this process alone works in. */
export interface Staging extends StagedFolder {
  /** The first folder on the way that did not exist before. */
  readonly made: string | undefined;
  /** Whether it holds what could not be put back: the next run needs it. */
  isNeeded: boolean;
}

/**
 * Brings a skills folder back to what it was before a run that was killed, and removes what that run
 * has left. To be called before anything is fetched: an install that then fails must not leave half
 * of another one.
 *
 * @throws InstallationError `installation/busy` when that run is still going on
 */
export function recoverFolder({ folder, shown }: SkillsFolder): void {
  const path = stagingPath(folder);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    refuseOwned(path, shown);
    restoreUnfinished({ path, folder });
  }
  rmSync(path, { recursive: true, force: true });
}

/**
 * Takes a skills folder for this process.
 *
 * @throws InstallationError `installation/busy` when another run has it
 */
export function takeFolder(skillsFolder: SkillsFolder): Staging {
  const { folder, shown } = skillsFolder;
  const path = stagingPath(folder);
  recoverFolder(skillsFolder);
  const made = mkdirSync(dirname(path), { recursive: true });
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw busy(path, shown);
  }
  writeOwner(path);
  return { path, folder, made, isNeeded: false };
}

/** Writes all that a plan brings beside the skills folder, which stays as it is. */
export function stage({ path }: Staging, plan: FolderPlan): void {
  for (const name of [STAGED.new, STAGED.old, STAGED.undone]) mkdirSync(join(path, name));
  for (const skill of [...plan.added, ...plan.changed]) {
    writeSkill(join(path, STAGED.new, skill.locked.name), skill);
  }
  const staged: StagedPlan = {
    added: plan.added.map(({ locked }) => locked.name),
    changed: plan.changed.map(({ locked }) => locked.name),
    removed: [...plan.removed],
    before: plan.stateBefore ?? null,
    after: plan.state,
  };
  writeFileSync(join(path, STAGED.state), plan.state);
  writeFileSync(join(path, STAGED.plan), JSON.stringify(staged));
}

/** Puts the skills of a plan in place, folder by folder. What was there is kept until `release`. */
export function exchange({ path, folder }: Staging, plan: FolderPlan): void {
  mkdirSync(folder, { recursive: true });
  for (const { locked } of [...plan.added, ...plan.changed]) putInPlace(path, folder, locked.name);
  for (const name of plan.removed) {
    renameSync(join(folder, name), join(path, STAGED.old, name));
  }
}

/** Writes down what is installed now. From here on a killed run is not undone. */
export function commit({ path, folder }: Staging): void {
  renameSync(join(path, STAGED.state), join(folder, STATE_FILE));
}

/** Gives the folder back, and removes what is no longer needed, with folders that stayed empty. */
export function release({ path, folder, made }: Staging): void {
  rmSync(path, { recursive: true, force: true });
  if (made === undefined) return;
  for (let empty = folder; empty.startsWith(made); empty = dirname(empty)) {
    if (!existsSync(empty)) continue;
    if (readdirSync(empty).length > 0) return;
    rmdirSync(empty);
  }
}

function putInPlace(path: string, folder: string, name: string): void {
  const staged = join(path, STAGED.new, name);
  const target = join(folder, name);
  const old = join(path, STAGED.old, name);
  if (!exists(target)) {
    renameSync(staged, target);
    return;
  }
  if (exchangeFolders(staged, target)) {
    renameSync(staged, old);
    return;
  }
  renameSync(target, old);
  renameSync(staged, target);
}

function writeSkill(folder: string, { files }: FetchedSkill): void {
  for (const { path, mode, bytes } of files) {
    const file = join(folder, path);
    if (!existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes, { flag: 'wx' });
    // Whatever the umask: a script that cannot be run is another skill.
    chmodSync(file, mode);
  }
}
