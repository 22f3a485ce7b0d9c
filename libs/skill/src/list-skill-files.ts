import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { compareBytes } from './byte-order';
import { type Finding, finding } from './finding';
import { type IgnoreRules, type IgnoreRulesOf, ignoreRules } from './ignore-rules';
import { isJunk } from './junk';

/** A file or folder in a skill that is not published, and why. */
export interface LeftOut {
  /** Relative to the skill; a folder ends with `/`. */
  path: string;
  reason: 'junk' | 'ignored';
  /** The ignore file, relative to the workspace where it lies inside. */
  by?: string;
  onThisMachineOnly?: boolean;
}

export interface SkillFileList {
  /** Relative to the skill, with `/`, sorted by UTF-8 bytes. A link stands here like a file. */
  files: string[];
  /** Whether any of the files is a link. */
  hasLinks: boolean;
  leftOut: LeftOut[];
  findings: Finding[];
}

interface Walk extends Omit<SkillFileList, 'hasLinks'> {
  workspaceRoot: string;
  /** Absolute. */
  skillFolder: string;
  /** Relative to the workspace, for findings. */
  skillPath: string;
  links: string[];
}

/**
 * Lists the files that make up a skill: all that git and Nx do not ignore, without junk. Links to a
 * file of the same skill count as files; all other links, and what is neither file nor folder, are
 * errors. Never leaves the folder.
 *
 * @param workspaceRoot absolute
 * @param skillPath the skill's folder, relative to the workspace, with `/`
 * @param rulesOf the ignore rules of the workspace, which a caller with many skills reads once
 */
export function listSkillFiles(
  workspaceRoot: string,
  skillPath: string,
  rulesOf: IgnoreRulesOf = ignoreRules(workspaceRoot),
): SkillFileList {
  const skillFolder = join(workspaceRoot, skillPath);
  const walk: Walk = {
    workspaceRoot,
    skillFolder,
    skillPath,
    files: [],
    leftOut: [],
    findings: [],
    links: [],
  };
  const entries = readFolder(walk, '');
  visitEntries(walk, '', entries, rulesOf(skillFolder, namesOf(entries)));
  const regular = new Set(walk.files);
  for (const link of walk.links) {
    const fault = linkFault(walk, link, regular);
    if (fault) walk.findings.push(fault);
    else walk.files.push(link);
  }
  const { files, leftOut, findings } = walk;
  files.sort(compareBytes);
  leftOut.sort((a, b) => compareBytes(a.path, b.path));
  return { files, hasLinks: walk.links.length > 0, leftOut, findings };
}

const namesOf = (entries: readonly Dirent[]) => entries.map(({ name }) => name);

function visitEntries(
  walk: Walk,
  folder: string,
  entries: readonly Dirent[],
  rules: IgnoreRules,
): void {
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const isFolder = entry.isDirectory();
    if (isJunk(path, isFolder)) {
      walk.leftOut.push({ path: isFolder ? `${path}/` : path, reason: 'junk' });
      continue;
    }
    const ignored = rules.ignores(entry.name, isFolder);
    if (ignored) {
      walk.leftOut.push({
        path: isFolder ? `${path}/` : path,
        reason: 'ignored',
        by: inWorkspace(walk.workspaceRoot, ignored.file),
        onThisMachineOnly: ignored.onThisMachineOnly,
      });
    } else if (isFolder) {
      const inside = readFolder(walk, path);
      visitEntries(walk, path, inside, rules.enter(entry.name, namesOf(inside)));
    } else if (entry.isFile()) walk.files.push(path);
    else if (entry.isSymbolicLink()) walk.links.push(path);
    else walk.findings.push(finding('files/special', `${walk.skillPath}/${path}`));
  }
}

function readFolder(walk: Walk, folder: string): Dirent[] {
  try {
    return readdirSync(join(walk.skillFolder, folder), { withFileTypes: true });
  } catch (error) {
    const path = folder === '' ? walk.skillPath : `${walk.skillPath}/${folder}`;
    walk.findings.push(unreadable(path, error));
    return [];
  }
}

/** The finding for a path that the system refuses to read. */
export function unreadable(path: string, error: unknown): Finding {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return finding('files/unreadable', path, { message: `It cannot be read: ${code}.` });
}

const MAX_HOPS = 40;

/**
 * Follows a link hop by hop: a detour through a place outside the skill counts as leaving it, since
 * a change there would go unnoticed.
 */
function linkFault(walk: Walk, link: string, regular: Set<string>): Finding | undefined {
  const file = `${walk.skillPath}/${link}`;
  const target = readlinkSync(join(walk.skillFolder, link));
  const fault = (
    code:
      | 'files/link-outside'
      | 'files/link-dangling'
      | 'files/link-loop'
      | 'files/link-to-folder'
      | 'files/link-to-unpublished',
    what: string,
  ) => finding(code, file, { received: target, message: `The link to ${target} ${what}.` });

  let hop = join(walk.skillFolder, link);
  for (let hops = 0; ; hops += 1) {
    if (hops > MAX_HOPS) return fault('files/link-loop', 'leads back to itself');
    const stats = lstatSync(hop, { throwIfNoEntry: false });
    if (!stats) return fault('files/link-dangling', 'has no target');
    if (!stats.isSymbolicLink()) {
      if (stats.isDirectory()) return fault('files/link-to-folder', 'points to a folder');
      break;
    }
    const next = readlinkSync(hop);
    // It would dangle in every other checkout.
    if (isAbsolute(next)) return fault('files/link-outside', 'is absolute');
    hop = resolve(dirname(hop), next);
    if (!isInside(walk.skillFolder, hop)) return fault('files/link-outside', 'leaves the skill');
  }
  const real = realPathIfThere(join(walk.skillFolder, link));
  if (real === undefined) return fault('files/link-dangling', 'has no target');
  // "..", taken from a linked folder, leads elsewhere than the path says.
  if (real !== realPathIfThere(hop)) return fault('files/link-outside', 'leaves the skill');
  const targetPath = relative(walk.skillFolder, hop).split(sep).join('/');
  return regular.has(targetPath)
    ? undefined
    : fault('files/link-to-unpublished', 'points to a file that is left out of the skill');
}

function realPathIfThere(path: string): string | undefined {
  try {
    // The other variant takes ".." from the path instead of the linked folder.
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isInside(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function inWorkspace(workspaceRoot: string, file: string): string {
  return isInside(workspaceRoot, file) ? relative(workspaceRoot, file).split(sep).join('/') : file;
}
