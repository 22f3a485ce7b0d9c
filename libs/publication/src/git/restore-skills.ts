import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findSkills, type SkillFolder, type SkillSearch } from '@nx-agent-skills/skill';
import type { RevisionTree } from './read-git';
import { filesOfRevision, type RevisionFile, readBlobs } from './revision-files';

/** Which files are part of a skill depends on them. */
const IGNORE_FILES = new Set(['.gitignore', '.nxignore', '.ignore']);

/** The skills of a revision, in a folder of their own. */
export interface RestoredSkills {
  /** Absolute. */
  workspaceRoot: string;
  skills: SkillFolder[];
}

/**
 * Writes the skills of a revision into a new folder, with the ignore files that apply to them: as a
 * clone would have them, but that nothing of the repository is run and no line ending changed.
 *
 * @param folder absolute; becomes the root of a repository
 * @param isWanted which of the skills that lie in the workspace
 * @throws PublicationError `publication/git`
 */
export function restoreSkills(
  tree: RevisionTree,
  folder: string,
  search: SkillSearch,
  isWanted: (skill: SkillFolder) => boolean,
): RestoredSkills {
  const all = filesOfRevision(tree).filter(({ path }) => isWritable(path));
  const skillMds = all.filter(({ path }) => basename(path) === 'SKILL.md');
  const found = findSkills(
    skillMds.flatMap(({ path }) =>
      path.startsWith(tree.prefix) ? path.slice(tree.prefix.length) : [],
    ),
    search,
  );
  const skills = found.skills.filter(isWanted);
  const folders = new Set(skills.map(({ path }) => `${tree.prefix}${path}`));
  const isInSkill = (path: string): boolean => {
    const above = dirname(path);
    return above !== '.' && (folders.has(above) || isInSkill(above));
  };
  const isNeeded = ({ path }: RevisionFile) => IGNORE_FILES.has(basename(path)) || isInSkill(path);
  writeFiles(tree, all.filter(isNeeded), folder);
  return { workspaceRoot: join(folder, tree.prefix), skills };
}

/** A tree object can hold names that lead elsewhere, although git itself makes none. */
const isWritable = (path: string) =>
  path.split('/').every((name) => !['', '.', '..'].includes(name) && name.toLowerCase() !== '.git');

function writeFiles(tree: RevisionTree, files: readonly RevisionFile[], folder: string): void {
  const contents = readBlobs(tree, files);
  // So that no ignore file around the folder counts.
  mkdirSync(join(folder, '.git'), { recursive: true });
  const write = (isLink: boolean) => {
    for (const [at, file] of files.entries()) {
      if (file.isLink !== isLink) continue;
      const path = join(folder, file.path);
      mkdirSync(dirname(path), { recursive: true });
      if (isLink) symlinkSync(String(contents[at]), path);
      else writeFileSync(path, contents[at] ?? '');
    }
  };
  write(false);
  // After all files, so that none is written through a link.
  write(true);
}
