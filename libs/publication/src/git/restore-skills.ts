import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findSkills, type SkillFolder, type SkillSearch } from '@nx-agent-skills/skill';
import { gitError, type RevisionTree } from './read-git';
import { contentOfRevision, type RevisionFile, readBlobs } from './revision-files';

/** Which files are part of a skill depends on them. */
const IGNORE_FILES = new Set(['.gitignore', '.nxignore', '.ignore']);

/** What stands for bytes that are not valid UTF-8: a skill with such a name in it is refused. */
const NO_UTF_8 = '\ufffd';

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
  const all = contentOfRevision(tree).files.filter(({ path }) => isWritable(path));
  const skillMds = all.filter(({ path }) => basename(path) === 'SKILL.md');
  const found = findSkills(
    skillMds.flatMap(({ path }) =>
      path.startsWith(tree.prefix) ? path.slice(tree.prefix.length) : [],
    ),
    search,
  );
  const nameless = all.flatMap(({ path }) => (path.includes(NO_UTF_8) ? path : []));
  const isNamed = ({ path }: SkillFolder) =>
    !nameless.some((name) => name.startsWith(`${tree.prefix}${path}/`));
  const skills = found.skills.filter((skill) => isWanted(skill) && isNamed(skill));
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
      if (file.isLink === isLink) writeFile(tree, file, contents[at] ?? Buffer.alloc(0), folder);
    }
  };
  write(false);
  // After all files, so that none is written through a link.
  write(true);
}

/** Two paths that the file system takes for one would give a skill that nobody has committed. */
function writeFile(
  { revision }: RevisionTree,
  { path, isLink }: RevisionFile,
  content: Buffer,
  folder: string,
): void {
  const file = join(folder, path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (isLink) symlinkSync(content.toString('utf8'), file);
    else writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw gitError(
      `${JSON.stringify(path)} of the revision ${JSON.stringify(revision)} cannot be written as a file of this machine (${code}).`,
      'see that the folder of temporary files has space and takes all names. Where it knows no upper and lower case, build the revision where it is known.',
    );
  }
}
