import { relative, sep } from 'node:path';
import type { Agent } from '@nx-agent-skills/discovery';
import { compareLocks, type LockChanges } from './compare-locks';
import { fetchLocked } from './fetch-skills';
import { type InstalledFolder, installSkills } from './install-skills';
import { readLock, writeLock } from './lock-file';
import { type LockRequest, lockRelease } from './lock-release';
import type { Lock } from './locked-skill';
import type { SiteOptions } from './site';
import { type SkillsFolder, skillsFolders } from './skills-folder';
import { recoverFolder } from './staging';

/** Where skills are installed. */
export interface InstallPlace {
  readonly agents: readonly Agent[];
  /** Absolute: the project, or the home folder. */
  readonly root: string;
  /** Whether the skills are for the user, in all projects. */
  readonly isGlobal: boolean;
  /** Absolute. */
  readonly lockFile: string;
  /** Whether files that nobody else has are overwritten. */
  readonly force: boolean;
}

/**
 * Installs exactly the locked bytes, and reads no index.
 *
 * @throws InstallationError when anything is wrong with one skill; then no folder has changed
 */
export async function installLocked(
  place: InstallPlace,
  site: SiteOptions,
): Promise<InstalledFolder[]> {
  const folders = openFolders(place);
  const { skills } = readLock(place.lockFile, site);
  const fetched = await fetchLocked(skills, site);
  return installSkills(folders, { ...wantedOf(place), skills: fetched }, () => () => undefined);
}

/** What an install with a new lock has done. */
export interface InstalledRelease {
  readonly lock: Lock;
  readonly changes: LockChanges;
  readonly folders: readonly InstalledFolder[];
}

/**
 * Locks skills of an origin and installs all that the lock then has.
 *
 * @throws InstallationError when anything is wrong with one skill; then neither the lock nor a folder
 *   has changed
 */
export async function lockAndInstall(
  place: InstallPlace,
  request: LockRequest,
): Promise<InstalledRelease> {
  const folders = openFolders(place);
  const { lock, fetched } = await lockRelease(request);
  const own = new Set(fetched.map(({ locked }) => locked));
  const others = lock.skills.filter((skill) => !own.has(skill));
  const skills = await fetchLocked(others, request.site, fetched);
  const done = installSkills(folders, { ...wantedOf(place), skills }, () =>
    writeLock(place.lockFile, lock),
  );
  return { lock, changes: compareLocks(request.before, lock), folders: done };
}

function openFolders({ agents, root, isGlobal }: InstallPlace): SkillsFolder[] {
  const folders = skillsFolders(agents, root, isGlobal);
  for (const folder of folders) recoverFolder(folder);
  return folders;
}

function wantedOf({ root, lockFile, force }: InstallPlace) {
  return { lock: relative(root, lockFile).split(sep).join('/'), force };
}
