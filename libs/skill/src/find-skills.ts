import { dirname } from 'node:path/posix';
import picomatch from 'picomatch';
import { compareBytes } from './byte-order';

/** Where the skills of a workspace are looked for. All paths are relative to the workspace, with `/`. */
export interface SkillSearch {
  /** Folders, or globs of folders, below which skills lie at any depth. */
  roots: readonly string[];
  /** Globs of folders that are not searched; a folder is excluded with all below it. */
  exclude: readonly string[];
  /** Folders of outputs, which are passed over without a word. */
  outputs?: readonly string[];
}

/** A folder that becomes a project: a skill, a bundle, or both. */
export interface SkillFolder {
  path: string;
  isBundle: boolean;
  hasSkillMd: boolean;
}

export interface FoundSkills {
  /** Sorted by path. */
  skills: SkillFolder[];
  /** SKILL.md files that lie in a root itself. */
  inRoot: string[];
}

/** What a SkillSearch says about single folders. */
export interface SkillSearchMatcher {
  isRoot(folder: string): boolean;
  isExcluded(folder: string): boolean;
  /** The excludes that match exactly this folder. */
  excludesOf(folder: string): string[];
  isOutput(folder: string): boolean;
  /** The outermost root at or above the folder. */
  rootOf(folder: string): string | undefined;
}

/** Compiles the roots and excludes once for many folders. */
export function matchSkillSearch(search: SkillSearch): SkillSearchMatcher {
  const roots = search.roots.map(normalizeFolder);
  const plain = new Set(roots.filter((root) => !isPattern(root)));
  const patterns = roots.filter(isPattern);
  const matchesPattern = patterns.length > 0 ? picomatch(patterns, { dot: true }) : () => false;
  const excludes = search.exclude.map((pattern) => ({
    pattern,
    matches: picomatch(normalizeFolder(pattern), { dot: true }),
  }));
  const matchesExclude = (folder: string) => excludes.some(({ matches }) => matches(folder));
  const outputs = new Set(search.outputs?.map(normalizeFolder));
  const isRoot = (folder: string) => plain.has(folder) || matchesPattern(folder);
  return {
    isRoot,
    isExcluded: (folder) => prefixes(folder).some((prefix) => matchesExclude(prefix)),
    excludesOf: (folder) =>
      excludes.filter(({ matches }) => matches(folder)).map(({ pattern }) => pattern),
    isOutput: (folder) => prefixes(folder).some((prefix) => outputs.has(prefix)),
    rootOf: (folder) => ['.', ...prefixes(folder)].find(isRoot),
  };
}

/**
 * Classifies the SKILL.md files of a workspace. A SKILL.md makes its folder a skill; one deeper
 * inside a skill, other than under its `skills/`, is that skill's content. A folder with a
 * `skills/` folder that holds skills is a bundle, with or without a SKILL.md of its own.
 *
 * @param skillMds paths of files called SKILL.md, relative to the workspace, with `/`
 */
export function findSkills(skillMds: readonly string[], search: SkillSearch): FoundSkills {
  const matcher = matchSkillSearch(search);
  const folders = new Set<string>();
  const inRoot: string[] = [];
  for (const skillMd of skillMds) {
    const folder = dirname(skillMd);
    if (matcher.rootOf(folder) === undefined) continue;
    if (matcher.isExcluded(folder) || matcher.isOutput(folder)) continue;
    if (matcher.isRoot(folder)) inRoot.push(skillMd);
    else folders.add(folder);
  }
  const skills = new Map<string, SkillFolder>();
  for (const path of folders) {
    const ancestors = prefixes(path).slice(0, -1);
    const isContent = ancestors.some(
      (ancestor) => folders.has(ancestor) && !path.startsWith(`${ancestor}/skills/`),
    );
    if (!isContent) skills.set(path, { path, isBundle: false, hasSkillMd: true });
  }
  for (const path of [...skills.keys()]) {
    for (const bundle of bundlesAround(path, matcher)) {
      skills.set(bundle, { path: bundle, isBundle: true, hasSkillMd: folders.has(bundle) });
    }
  }
  return {
    skills: [...skills.values()].sort((a, b) => compareBytes(a.path, b.path)),
    inRoot: inRoot.sort(compareBytes),
  };
}

/** The folders above a skill, below its root, that hold it in their `skills/` folder. */
function bundlesAround(path: string, matcher: SkillSearchMatcher): string[] {
  const root = matcher.rootOf(path) ?? '.';
  return prefixes(path)
    .slice(0, -1)
    .filter(
      (ancestor) =>
        path.startsWith(`${ancestor}/skills/`) &&
        (root === '.' || ancestor.startsWith(`${root}/`)) &&
        !matcher.isRoot(ancestor),
    );
}

/** `a/b/c` gives `a`, `a/b` and `a/b/c`. */
export function prefixes(path: string): string[] {
  const steps = path.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

/** Whether a root is a glob rather than a plain folder. */
export function isPattern(root: string): boolean {
  return picomatch.scan(root).isGlob;
}

/** `./skills/` gives `skills`. */
export function normalizeFolder(folder: string): string {
  return folder.replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/+$/, '');
}
