import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
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
  /** The rules for a folder directly below this one. */
  enter(folderName: string): IgnoreRules;
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

/**
 * The ignore rules for a folder of the workspace: .gitignore at every level up to the repository's
 * root, .git/info/exclude, git's global excludes file, and the .nxignore and .ignore files that Nx
 * reads as well. A file is left out when git or Nx ignores it: Nx does not hash what it ignores, and
 * another machine does not have what git ignores.
 *
 * @param workspaceRoot absolute
 * @param folder absolute, in the workspace
 */
export function ignoreRules(workspaceRoot: string, folder: string): IgnoreRules {
  const repositoryRoot = findRepositoryRoot(workspaceRoot);
  let rules = rulesOf(firstLevel(repositoryRoot ?? workspaceRoot));
  const steps = relative(repositoryRoot ?? workspaceRoot, folder)
    .split(sep)
    .filter(Boolean);
  for (const step of steps) {
    const ignoredBy = rules.ignores(step, true);
    if (ignoredBy) return allIgnored(ignoredBy);
    rules = rules.enter(step);
  }
  return rules;
}

function allIgnored(by: IgnoredBy): IgnoreRules {
  return { enter: () => allIgnored(by), ignores: () => by };
}

function rulesOf(level: Level): IgnoreRules {
  return {
    enter: (folderName) => rulesOf(below(level, folderName)),
    ignores: (name, isFolder) => {
      const path = join(level.folder, name);
      const gitFiles = [...level.git, ...level.machine];
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

function below(level: Level, folderName: string): Level {
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
  return withOwnFiles(existsSync(join(folder, '.git')) ? { ...inner, git: [] } : inner);
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

function withOwnFiles(level: Level): Level {
  const own = (name: string) => readIgnoreFile(join(level.folder, name), level.folder, false);
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

const pathIn = (base: string, path: string) => relative(base, path).split(sep).join('/');

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
