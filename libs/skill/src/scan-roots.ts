import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { compareBytes } from './byte-order';
import {
  type FoundSkills,
  findSkills,
  isPattern,
  matchSkillSearch,
  normalizeFolder,
  type SkillSearch,
  type SkillSearchMatcher,
} from './find-skills';
import { type Finding, finding } from './finding';
import { type IgnoreRules, type IgnoreRulesOf, ignoreRules } from './ignore-rules';
import { isJunk } from './junk';
import { checkLinkedFolder, excludedInside, unusedExclude, wrongCase } from './layout-findings';
import { unreadable } from './list-skill-files';
import { checkSkillPath } from './skill-path';

export interface ScannedRoots extends FoundSkills {
  /** What is wrong with the layout as a whole; findings about a single skill come from reading it. */
  findings: Finding[];
  /** Folders that the excludes leave out although they hold a SKILL.md, sorted. */
  excluded: string[];
}

interface Scan {
  workspaceRoot: string;
  rulesOf: IgnoreRulesOf;
  matcher: SkillSearchMatcher;
  skillMds: string[];
  findings: Finding[];
  excluded: string[];
  /** Globs of roots that match no folder: none yet, as long as there are other skills. */
  unmatched: string[];
  /** Excludes that have matched a folder. */
  usedExcludes: Set<string>;
}

/**
 * Walks the roots on disk: finds every skill, and names all that looks like a skill but cannot be
 * published, so that none is left out without a word.
 *
 * @param workspaceRoot absolute
 * @param rulesOf the ignore rules of the workspace, which a caller may have read already
 */
export function scanRoots(
  workspaceRoot: string,
  search: SkillSearch,
  rulesOf: IgnoreRulesOf = ignoreRules(workspaceRoot),
): ScannedRoots {
  const matcher = matchSkillSearch(search);
  const scan: Scan = {
    workspaceRoot,
    rulesOf,
    matcher,
    skillMds: [],
    findings: [],
    excluded: [],
    unmatched: [],
    usedExcludes: new Set(),
  };
  for (const root of rootFolders(scan, search)) {
    visitRoot(scan, root);
  }
  const found = findSkills(scan.skillMds, search);
  const findings = [
    ...scan.findings,
    ...found.inRoot.map((file) => finding('layout/skill-in-root', file)),
    ...found.skills.flatMap(({ path }) => checkSkillPath(path)),
    ...scan.excluded.flatMap((path) => excludedInside(path, found)),
    ...search.exclude.filter((pattern) => !scan.usedExcludes.has(pattern)).map(unusedExclude),
  ];
  if (found.skills.length === 0) {
    findings.push(
      ...scan.unmatched.map((root) => missingRoot(root, 'matches no folder')),
      finding('layout/no-skills', search.roots.join(', '), {
        message: `No skill was found under ${search.roots.join(', ')}.`,
      }),
    );
  }
  return { ...found, findings, excluded: scan.excluded.sort(compareBytes) };
}

/** The outermost folders that the roots name, as far as they exist. */
function rootFolders(scan: Scan, search: SkillSearch): string[] {
  const roots = search.roots.map(normalizeFolder);
  const plain = roots.filter((root) => !isPattern(root));
  const patterns = roots.filter(isPattern);
  const matched = patterns.flatMap((pattern) => {
    const folders = foldersMatching(scan.workspaceRoot, pattern);
    if (folders.length === 0) scan.unmatched.push(pattern);
    return folders;
  });
  const seen = matched.filter((folder) => !isIgnored(scan, folder));
  const folders = [...plain, ...seen].map((folder) => scan.matcher.rootOf(folder) ?? folder);
  return [...new Set(folders)].sort();
}

const missingRoot = (root: string, what: string) =>
  finding('layout/missing-root', root, { message: `The root ${root} ${what}.` });

function foldersMatching(workspaceRoot: string, pattern: string): string[] {
  // Loaded only when it is needed: most workspaces have no globs.
  const glob: typeof import('fast-glob') = require('fast-glob');
  return glob.sync(pattern, {
    cwd: workspaceRoot,
    onlyDirectories: true,
    dot: true,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
  });
}

/** A root that is named is looked at even so; a glob also matches copies in output folders. */
function isIgnored({ workspaceRoot, rulesOf }: Scan, folder: string): boolean {
  const path = join(workspaceRoot, folder);
  return rulesOf(dirname(path)).ignores(basename(path), true) !== undefined;
}

function visitRoot(scan: Scan, root: string): void {
  const folder = resolve(scan.workspaceRoot, root);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) {
    scan.findings.push(missingRoot(root, 'does not exist'));
    return;
  }
  if (stats.isSymbolicLink()) {
    scan.findings.push(...checkLinkedFolder(scan.workspaceRoot, root));
    return;
  }
  const rules = scan.rulesOf(folder);
  for (const entry of readVisited(scan, root)) {
    const path = root === '.' ? entry.name : `${root}/${entry.name}`;
    const before = countOf(scan);
    visitEntry(scan, path, entry, rules);
    const nothing = countOf(scan) === before;
    const searched = isSearched(scan, path, entry, rules);
    if (nothing && searched && root !== '.' && readFolder(join(folder, entry.name)).length > 0) {
      scan.findings.push(
        finding('layout/no-skill', path, {
          message: `${path} holds no SKILL.md, so nothing is published from it.`,
        }),
      );
    }
  }
}

/** How much was found so far, whatever it is. */
const countOf = ({ skillMds, findings, excluded }: Scan) =>
  skillMds.length + findings.length + excluded.length;

function isSearched(scan: Scan, path: string, entry: Dirent, rules: IgnoreRules): boolean {
  return (
    entry.isDirectory() &&
    !isJunk(path, true) &&
    !scan.matcher.isExcluded(path) &&
    !rules.ignores(entry.name, true)
  );
}

function visitEntry(scan: Scan, path: string, entry: Dirent, rules: IgnoreRules): void {
  if (isJunk(path, entry.isDirectory()) || scan.matcher.isOutput(path)) return;
  if (entry.isDirectory() && scan.matcher.isExcluded(path)) {
    for (const pattern of scan.matcher.excludesOf(path)) scan.usedExcludes.add(pattern);
    if (holdsSkill(scan, path)) scan.excluded.push(path);
    return;
  }
  if (rules.ignores(entry.name, entry.isDirectory())) {
    reportIgnored(scan, path, entry);
  } else if (entry.isDirectory() && entry.name === 'SKILL.md') {
    scan.findings.push(finding('layout/not-a-file', path, { message: 'SKILL.md is a folder.' }));
  } else if (entry.isDirectory()) visitFolder(scan, path, rules);
  else if (entry.name === 'SKILL.md') visitSkillMd(scan, path, entry);
  else if (entry.name.toLowerCase() === 'skill.md') scan.findings.push(wrongCase(path, entry.name));
  else if (entry.isSymbolicLink())
    scan.findings.push(...checkLinkedFolder(scan.workspaceRoot, path));
}

function visitFolder(scan: Scan, folder: string, rulesAbove: IgnoreRules): void {
  const entries = readVisited(scan, folder);
  const names = entries.map(({ name }) => name);
  const rules = rulesAbove.enter(basename(folder), names);
  const isSkill = entries.some((entry) => entry.name === 'SKILL.md' && !entry.isDirectory());
  for (const entry of entries) {
    // The rest of a skill is its content, and none of the layout's business.
    if (isSkill && entry.name !== 'SKILL.md' && !(entry.name === 'skills' && entry.isDirectory())) {
      continue;
    }
    visitEntry(scan, `${folder}/${entry.name}`, entry, rules);
  }
}

/** Only a file, or a link that the skill's own checks look at, can be a skill. */
function visitSkillMd(scan: Scan, path: string, entry: Dirent): void {
  const leadsToFile = statSync(join(scan.workspaceRoot, path), { throwIfNoEntry: false })?.isFile();
  if (entry.isFile() || (entry.isSymbolicLink() && leadsToFile)) scan.skillMds.push(path);
  else scan.findings.push(finding('layout/not-a-file', path));
}

function reportIgnored(scan: Scan, path: string, entry: Dirent): void {
  const folder = entry.isDirectory() ? path : dirname(path);
  const isSkill = entry.isDirectory() ? holdsSkill(scan, path) : entry.name === 'SKILL.md';
  if (isSkill) scan.findings.push(finding('layout/ignored-skill', folder));
}

/** Whether there is a SKILL.md in the folder, at any depth. */
function holdsSkill(scan: Scan, folder: string): boolean {
  return readFolder(join(scan.workspaceRoot, folder)).some((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return entry.name === 'SKILL.md';
    return !isJunk(path, true) && !scan.matcher.isOutput(path) && holdsSkill(scan, path);
  });
}

/** A folder that cannot be read may hold skills, which must not vanish without a word. */
function readVisited(scan: Scan, folder: string): Dirent[] {
  try {
    return readdirSync(join(scan.workspaceRoot, folder), { withFileTypes: true });
  } catch (error) {
    scan.findings.push(unreadable(folder, error));
    return [];
  }
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
