import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** Which ignore file leaves a path out. */
export interface IgnoredBy {
  /** Absolute path of the ignore file. */
  file: string;
  /** True when the file is not part of the repository, so that other machines do not have it. */
  onThisMachineOnly: boolean;
}

/** The ignore files of a folder and of all folders above it. */
export interface IgnoreRules {
  /**
   * The rules for a folder directly below this one.
   *
   * @param names what lies in that folder, if it is known: only ignore files among it are read
   */
  enter(folderName: string, names?: readonly string[]): IgnoreRules;
  /** Whether git or Nx ignores the file or folder of this name. */
  ignores(name: string, isFolder: boolean): IgnoredBy | undefined;
}

interface IgnoreFile extends IgnoredBy {
  /** The folder that the patterns are relative to. */
  base: string;
  patterns: Ignore;
}

interface Level {
  folder: string;
  /** Innermost first, in the order in which git asks them. */
  git: IgnoreFile[];
  /** Every list is asked on its own: `.nxignore` and `.ignore`, which Nx reads beside git's. */
  nx: IgnoreFile[];
  dotIgnore: IgnoreFile[];
  machine: IgnoreFile[];
}

/** The ignore rules of the folders of a workspace, by absolute path. */
export type IgnoreRulesOf = (folder: string, names?: readonly string[]) => IgnoreRules;

/**
 * The ignore rules for the folders of a workspace: .gitignore at every level up to the repository's
 * root, .git/info/exclude, git's global excludes file, and the .nxignore and .ignore files that Nx
 * reads as well. A file is left out when git or Nx ignores it: Nx does not hash what it ignores, and
 * another machine does not have what git ignores.
 *
 * @param workspaceRoot absolute
 * @returns asks for the rules of a folder in the workspace; every ignore file is read once
 */
export function ignoreRules(workspaceRoot: string): IgnoreRulesOf {
  const top = findRepositoryRoot(workspaceRoot) ?? workspaceRoot;
  const known = new Map([[top, rulesOf(firstLevel(top))]]);
  const rulesFor: IgnoreRulesOf = (folder, names) => {
    const before = known.get(folder);
    if (before) return before;
    const above = rulesFor(dirname(folder));
    const name = basename(folder);
    const ignoredBy = above.ignores(name, true);
    const rules = ignoredBy ? allIgnored(ignoredBy) : above.enter(name, names);
    known.set(folder, rules);
    return rules;
  };
  return rulesFor;
}

function allIgnored(by: IgnoredBy): IgnoreRules {
  return { enter: () => allIgnored(by), ignores: () => by };
}

function rulesOf(level: Level): IgnoreRules {
  const gitFiles = [...level.git, ...level.machine];
  return {
    enter: (folderName, names) => rulesOf(below(level, folderName, names)),
    ignores: (name, isFolder) => {
      const path = join(level.folder, name);
      return (
        firstMatch(gitFiles, path, isFolder) ??
        firstMatch(level.nx, path, isFolder) ??
        firstMatch(level.dotIgnore, path, isFolder)
      );
    },
  };
}

function firstMatch(files: IgnoreFile[], path: string, isFolder: boolean): IgnoredBy | undefined {
  for (const { base, patterns, file, onThisMachineOnly } of files) {
    const inside = pathIn(base, path);
    const result = patterns.test(isFolder ? `${inside}/` : inside);
    if (result.unignored) return undefined;
    if (result.ignored) return { file, onThisMachineOnly };
  }
  return undefined;
}

function firstLevel(folder: string): Level {
  const machine = [
    readIgnoreFile(join(folder, '.git', 'info', 'exclude'), folder, true),
    ...globalExcludesFiles().map((file) => readIgnoreFile(file, folder, true)),
  ].filter((file) => file !== undefined);
  return withOwnFiles({ folder, git: [], nx: [], dotIgnore: [], machine });
}

function below(level: Level, folderName: string, names?: readonly string[]): Level {
  const folder = join(level.folder, folderName);
  const takenBack = (files: IgnoreFile[]) => files.map((file) => takeBack(file, folder));
  const inner = {
    folder,
    git: takenBack(level.git),
    nx: takenBack(level.nx),
    dotIgnore: takenBack(level.dotIgnore),
    machine: takenBack(level.machine),
  };
  // A repository of its own inside the workspace: the outer .gitignore files end at its border.
  const isRepository = names ? names.includes('.git') : existsSync(join(folder, '.git'));
  return withOwnFiles(isRepository ? { ...inner, git: [] } : inner, names);
}

/**
 * The rules of a file inside a folder that it ignores, but that a nearer file takes back ("!lib/"):
 * only what they say about the contents themselves still counts.
 */
function takeBack(file: IgnoreFile, folder: string): IgnoreFile {
  const inside = pathIn(file.base, folder);
  if (!file.patterns.test(`${inside}/`).ignored) return file;
  const literal = inside.replace(/[\\*?[\]!# ]/g, '\\$&');
  return { ...file, patterns: newPatterns().add(file.patterns).add(`!/${literal}/`) };
}

function withOwnFiles(level: Level, names?: readonly string[]): Level {
  const own = (name: string) =>
    names && !names.includes(name)
      ? undefined
      : readIgnoreFile(join(level.folder, name), level.folder, false);
  const prepend = (file: IgnoreFile | undefined, files: IgnoreFile[]) =>
    file ? [file, ...files] : files;
  return {
    ...level,
    git: prepend(own('.gitignore'), level.git),
    nx: prepend(own('.nxignore'), level.nx),
    dotIgnore: prepend(own('.ignore'), level.dotIgnore),
  };
}

function readIgnoreFile(
  file: string,
  base: string,
  onThisMachineOnly: boolean,
): IgnoreFile | undefined {
  const text = readTextIfThere(file);
  if (text === undefined) return undefined;
  // Git takes a byte order mark for no part of the first pattern.
  const patterns = newPatterns().add(text.replace(/^\ufeff/, ''));
  return { file, base, patterns, onThisMachineOnly };
}

const newPatterns = () => ignore({ ignorecase: false, allowRelativePaths: true });

function pathIn(base: string, path: string): string {
  const inside = path.slice(base.endsWith(sep) ? base.length : base.length + 1);
  return sep === '/' ? inside : inside.replaceAll(sep, '/');
}

function readTextIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function findRepositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findRepositoryRoot(parent);
}

function globalExcludesFiles(): string[] {
  const home = process.env.HOME ?? homedir();
  const config = process.env.XDG_CONFIG_HOME || join(home, '.config');
  const settings = [join(home, '.gitconfig'), join(config, 'git', 'config')];
  for (const file of settings) {
    const setting = /^\s*excludesfile\s*=\s*"?(.+?)"?\s*$/im.exec(readTextIfThere(file) ?? '')?.[1];
    if (setting) return [setting.replace(/^~(?=\/)/, home)];
  }
  return [join(config, 'git', 'ignore')];
}
