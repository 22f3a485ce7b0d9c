import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { JUNK_FILES, showPath } from '@nx-agent-skills/skill';
import { exchangeFolders } from './exchange-folders';
import { HOSTING_FILES, HOSTINGS } from './hosting/hosting-files';
import { PublicationError } from './publication-error';
import { REPORT_FILES } from './report-json';
import { siblingPath, siblings } from './sibling-folders';

/** Where a tree is published, and the folders beside it that hold unfinished ones. */
export interface OutputFolder {
  /** Absolute, and without links on the way: where the tree really lies. */
  folder: string;
}

/**
 * Makes sure that the output folder may be replaced as a whole: it really lies in the workspace,
 * holds no sources, and is empty, absent or an earlier tree of ours. A link is followed first: what
 * counts is the place where files are written and removed. Changes nothing.
 *
 * @param sources paths of skills, relative to the workspace
 * @throws PublicationError `publication/output-folder`
 */
export function openOutputFolder(
  workspaceRoot: string,
  outputDir: string,
  sources: readonly string[],
): OutputFolder {
  const folder = realPath(join(workspaceRoot, outputDir), outputDir);
  const path = relative(realpathSync.native(workspaceRoot), folder).split(sep).join('/');
  if (path === '' || path === '..' || path.startsWith('../')) {
    throw refused(outputDir, 'is not a folder inside the workspace');
  }
  const source = sources.find((each) => isWithin(path, each) || isWithin(each, path));
  if (source !== undefined) {
    throw refused(outputDir, `would replace or lie in the skill ${source}`);
  }
  const foreign = foreignEntries(folder, outputDir);
  if (foreign.length > 0) {
    const named = foreign.length <= 3 ? foreign : [...foreign.slice(0, 3), '…'];
    throw refused(
      outputDir,
      `holds files that an earlier publication did not write (${named.map(showPath).join(', ')})`,
    );
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

/** Follows all links in the part of the path that exists. */
function realPath(path: string, outputDir: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isAbsent = code === 'ENOENT' && !lstatSync(path, { throwIfNoEntry: false });
    if (!isAbsent) throw refused(outputDir, 'leads through a link or file that is no folder');
    return join(realPath(dirname(path), outputDir), basename(path));
  }
}

/** The folders at the top of a tree that belong to a publication; a site may have more of them. */
const OWN_ENTRIES = [
  'agent-skills',
  '.well-known',
  '.well-known/agent-skills',
  '.well-known/skills',
];

/** The settings of hosts that the earlier publication has written, as its report says. */
function hostingFilesOf(folder: string, top: readonly string[]): string[] {
  const present = HOSTINGS.filter((each) => top.includes(HOSTING_FILES[each]));
  if (present.length === 0) return [];
  try {
    const { hosting } = JSON.parse(readFileSync(join(folder, REPORT_FILES.json), 'utf8'));
    return present.filter((each) => hosting.includes(each)).map((each) => HOSTING_FILES[each]);
  } catch {
    return [];
  }
}

/** What lies in the folder and would be lost with it, relative to it. */
function foreignEntries(folder: string, outputDir: string): string[] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) throw refused(outputDir, 'is not a folder');
  const isOurs = existsSync(join(folder, REPORT_FILES.json));
  const top = readdirSync(folder);
  const own = isOurs ? [...OWN_ENTRIES, ...hostingFilesOf(folder, top)] : [];
  const wellKnown = own.length > 0 && top.includes('.well-known') ? '.well-known' : undefined;
  const below = wellKnown ? readdirSync(join(folder, wellKnown)) : [];
  return [...top, ...below.map((name) => `${wellKnown}/${name}`)].filter(
    (path) => !own.includes(path) && !JUNK_FILES.some((junk) => junk === basename(path)),
  );
}

/**
 * A folder on the file system of the output folder, to be filled. It is empty, or holds the tree
 * before the published one, of which most files can usually stay.
 *
 * @param spare where `keepSpare` has put that tree; absolute
 */
export function newStagingFolder({ folder }: OutputFolder, spare?: string): string {
  const staged = siblingPath(folder, 'staging');
  mkdirSync(dirname(folder), { recursive: true });
  if (spare !== undefined && lstatSync(spare, { throwIfNoEntry: false })?.isDirectory()) {
    try {
      renameSync(spare, staged);
      return staged;
    } catch {
      // On another file system, or another run has taken it.
    }
  }
  // With the permissions that the user's umask gives: this becomes the folder that is served.
  mkdirSync(staged);
  return staged;
}

/**
 * Puts a staged tree in the place of the output folder in one step. Where the system cannot
 * exchange folders, the earlier tree is moved aside first, and comes back if that is all that
 * happened.
 *
 * @param exchange exchanges two folders in one step, or changes nothing and returns false
 * @returns where the earlier tree lies now
 */
export function swapIn(
  { folder }: OutputFolder,
  staged: string,
  exchange: (a: string, b: string) => boolean = exchangeFolders,
): string | undefined {
  if (!existsSync(folder)) {
    renameSync(staged, folder);
    return undefined;
  }
  if (exchange(staged, folder)) return staged;
  const previous = siblingPath(folder, 'previous');
  renameSync(folder, previous);
  try {
    renameSync(staged, folder);
  } catch (error) {
    renameSync(previous, folder);
    throw error;
  }
  return previous;
}

/** Puts the tree before the published one where the next publication finds it, or leaves it. */
export function keepSpare(earlier: string, spare: string): void {
  try {
    rmSync(spare, { recursive: true, force: true });
    mkdirSync(dirname(spare), { recursive: true });
    renameSync(earlier, spare);
  } catch {
    // It only saves time, and is removed with the leftovers.
  }
}

/** Removes what this process and processes that no longer run have left beside the output folder. */
export function removeLeftovers({ folder }: OutputFolder): void {
  for (const { path, isAbandoned } of siblings(folder)) {
    if (!isAbandoned) continue;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // The published tree is right whether or not the earlier one can be removed; each run tries.
    }
  }
}

/**
 * After a kill between two renames the earlier tree lies aside: it comes back. To be called before
 * this process has moved anything.
 */
export function restorePrevious({ folder }: OutputFolder): void {
  if (existsSync(folder)) return;
  const previous = siblings(folder).find(
    ({ kind, isAbandoned }) => kind === 'previous' && isAbandoned,
  );
  if (previous) renameSync(previous.path, folder);
}
