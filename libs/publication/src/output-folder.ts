import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { exchangeFolders } from './exchange-folders';
import { PublicationError } from './publication-error';
import { REPORT_FILES } from './stage-tree';

/** Where a tree is published, and the folders beside it that hold unfinished ones. */
export interface OutputFolder {
  /** Absolute. */
  folder: string;
}

/**
 * Makes sure that the output folder may be replaced as a whole: it is in the workspace, holds no
 * sources, and is empty, absent or an earlier tree of ours.
 *
 * @param sources paths of skills, relative to the workspace
 * @throws PublicationError `publication/output-folder`
 */
export function openOutputFolder(
  workspaceRoot: string,
  outputDir: string,
  sources: readonly string[],
): OutputFolder {
  const folder = join(workspaceRoot, outputDir);
  const inside = relative(workspaceRoot, folder);
  if (inside === '' || inside.startsWith('..')) {
    throw refused(outputDir, 'is not a folder inside the workspace');
  }
  const path = inside.split(sep).join('/');
  const source = sources.find((each) => isWithin(path, each) || isWithin(each, path));
  if (source !== undefined) {
    throw refused(outputDir, `would replace or lie in the skill ${source}`);
  }
  restorePrevious(folder);
  if (existsSync(folder) && !isReplaceable(folder)) {
    throw refused(outputDir, 'holds files that an earlier publication did not write');
  }
  return { folder };
}

function refused(outputDir: string, reason: string): PublicationError {
  return new PublicationError(
    'publication/output-folder',
    `The output folder ${outputDir} ${reason}; a publication replaces it as a whole.\n    Fix: set the option outputDir to a folder of its own, such as dist/agent-skills.`,
  );
}

const isWithin = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);

function isReplaceable(folder: string): boolean {
  return existsSync(join(folder, REPORT_FILES.json)) || readdirSync(folder).length === 0;
}

/** A new empty folder on the file system of the output folder. */
export function newStagingFolder({ folder }: OutputFolder): string {
  mkdirSync(dirname(folder), { recursive: true });
  return mkdtempSync(siblingPrefix(folder, `staging-${process.pid}-`));
}

/**
 * Puts a staged tree in the place of the output folder in one step. Where the system cannot
 * exchange folders, the earlier tree is moved aside first, and comes back if that is all that
 * happened.
 */
export function swapIn({ folder }: OutputFolder, staged: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) {
    renameSync(staged, folder);
    return;
  }
  if (!exchangeFolders(staged, folder)) {
    const previous = mkdtempSync(siblingPrefix(folder, `previous-${process.pid}-`));
    renameSync(folder, previous);
    try {
      renameSync(staged, folder);
    } catch (error) {
      renameSync(previous, folder);
      throw error;
    }
  }
  removeLeftovers({ folder });
}

/** Removes what this process and processes that no longer run have left beside the output folder. */
export function removeLeftovers({ folder }: OutputFolder): void {
  for (const { path, pid } of siblings(folder)) {
    if (pid === process.pid || !isRunning(pid)) rmSync(path, { recursive: true, force: true });
  }
}

/** After a kill between two renames the earlier tree lies aside: it comes back. */
function restorePrevious(folder: string): void {
  if (existsSync(folder)) return;
  const previous = siblings(folder).find(({ kind, pid }) => kind === 'previous' && !isRunning(pid));
  if (previous) renameSync(previous.path, folder);
}

const siblingPrefix = (folder: string, rest: string) =>
  join(dirname(folder), `.${basename(folder)}.${rest}`);

function siblings(folder: string): { path: string; kind: string; pid: number }[] {
  if (!existsSync(dirname(folder))) return [];
  const prefix = `.${basename(folder)}.`;
  return readdirSync(dirname(folder)).flatMap((name) => {
    if (!name.startsWith(prefix)) return [];
    const [, kind, pid] = /^(staging|previous)-(\d+)-/.exec(name.slice(prefix.length)) ?? [];
    if (kind === undefined || pid === undefined) return [];
    return [{ path: join(dirname(folder), name), kind, pid: Number(pid) }];
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
