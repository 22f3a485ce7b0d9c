import { lstatSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Agent } from '@nx-agent-skills/discovery';
import { InstallationError } from './installation-error';

/** A folder in which agents look for skills. */
export interface SkillsFolder {
  /** Absolute, and without links on the way. It may not exist yet. */
  readonly folder: string;
  /** For people, relative to the project or the home folder. */
  readonly shown: string;
  /** The ids of the agents that look there. */
  readonly agents: readonly string[];
}

/**
 * The folders of agents, each of them once: several agents share one.
 *
 * @param root absolute: the project, or the home folder
 * @param isGlobal whether the skills are for the user, in all projects
 * @throws InstallationError `installation/folder` when one leads out of the root through a link, or
 *   something else is in its place
 */
export function skillsFolders(
  agents: readonly Agent[],
  root: string,
  isGlobal: boolean,
): SkillsFolder[] {
  const folders = new Map<string, SkillsFolder>();
  for (const { id, globalSkillsDir, projectSkillsDir } of agents) {
    const path = isGlobal ? globalSkillsDir.slice(2) : projectSkillsDir;
    const folder = realFolder(root, path);
    const known = folders.get(folder);
    const shown = known?.shown ?? (isGlobal ? globalSkillsDir : projectSkillsDir);
    folders.set(folder, { folder, shown, agents: [...(known?.agents ?? []), id] });
  }
  return [...folders.values()];
}

/** Follows links as long as they stay in the root: some projects share one folder that way. */
function realFolder(root: string, path: string): string {
  const top = realpathSync(root);
  let folder = top;
  for (const segment of path.split('/')) {
    const next = join(folder, segment);
    if (!lstatSync(next, { throwIfNoEntry: false })) {
      folder = next;
      continue;
    }
    folder = resolveLink(next, path);
    if (!folder.startsWith(`${top}${sep}`)) throw unusable(path, `leads to ${folder}`);
    if (!lstatSync(folder).isDirectory()) throw unusable(path, `leads to the file ${folder}`);
  }
  return folder;
}

function resolveLink(path: string, shown: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw unusable(shown, 'leads through a link to nothing');
  }
}

function unusable(path: string, reason: string): InstallationError {
  return new InstallationError(
    'installation/folder',
    `The folder ${path} ${reason}.`,
    'put a folder of its own there, or choose other agents with --agent.',
  );
}
