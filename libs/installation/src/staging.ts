import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { exchangeFolders, isRunning } from '@nx-agent-skills/publication';
import type { FetchedSkill } from './fetch-skills';
import { InstallationError } from './installation-error';
import { STATE_FILE } from './installed-state';
import type { FolderPlan } from './plan-folder';
import { restoreUnfinished, STAGED, type StagedFolder, type StagedPlan } from './restore';
import type { SkillsFolder } from './skills-folder';

/** A skills folder that this process alone works in. */
export interface Staging extends StagedFolder {
  /** The first folder on the way that did not exist before. */
  readonly made: string | undefined;
}

/** What a run takes at most between making its folder and saying that it is its own. */
const BEGINNING_MS = 2000;

/** Beside the skills folder, since agents may search that at any depth. */
const stagingPath = (folder: string) => join(dirname(folder), `.${basename(folder)}.installing`);

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
    const owner = ownerOf(path);
    const isBeginning = owner === undefined && Date.now() - stats.mtimeMs < BEGINNING_MS;
    if (isBeginning || isAnother(owner)) throw busy(shown, owner, path);
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
    throw busy(shown, ownerOf(path), path);
  }
  writeFileSync(join(path, STAGED.owner), `${process.pid}\n`);
  return { path, folder, made };
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
  if (!lstatSync(target, { throwIfNoEntry: false })) {
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

function busy(shown: string, owner: number | undefined, path: string): InstallationError {
  const who = owner === undefined ? '' : ` (process ${owner})`;
  return new InstallationError(
    'installation/busy',
    `Another run installs into ${shown}${who}.`,
    `wait for it. If there is none, remove ${path}.`,
  );
}

/** The process that has a staging folder, as far as that is known. */
function ownerOf(path: string): number | undefined {
  try {
    const [, pid] = /^([1-9]\d*)\n$/.exec(readFileSync(join(path, STAGED.owner), 'utf8')) ?? [];
    return pid === undefined ? undefined : Number(pid);
  } catch {
    return undefined;
  }
}

/** In containers the next process often has the same id as the one that was killed. */
const isAnother = (pid: number | undefined) =>
  pid !== undefined && pid !== process.pid && isRunning(pid);
