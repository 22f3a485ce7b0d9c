import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, finding, hasErrors } from './finding';
import type { Frontmatter } from './frontmatter';
import { type IgnoreRulesOf, ignoreRules } from './ignore-rules';
import { type LeftOut, listSkillFiles, unreadable } from './list-skill-files';
import { type Shape, shapeOf } from './shape';
import {
  checkContent,
  judgeContent,
  recallContent,
  type SkillContent,
  type SourceFile,
} from './skill-content';
import { checkSizes, type SkillSizes } from './skill-sizes';

export interface SkillFile {
  /** Relative to the skill, with `/`. */
  path: string;
  bytes: Buffer;
}

/** A skill as it lies in the source tree. */
export interface Skill {
  /** Its folder, relative to the workspace, with `/`. */
  path: string;
  shape: Shape;
  /** Undefined for a bundle without a SKILL.md of its own. */
  frontmatter?: Frontmatter;
  /** Sorted by UTF-8 bytes of the path. */
  files: SkillFile[];
}

/** A skill as it lies in the source tree, without the contents of its files. */
export interface ExaminedSkill extends Omit<Skill, 'files'> {
  /** Sorted by UTF-8 bytes of the path. */
  files: SourceFile[];
}

export interface ReadSkillResult<Form = Skill> {
  /** Undefined when any finding is an error. */
  skill?: Form;
  findings: Finding[];
  /** The files that make up the skill, also when it is refused. */
  paths: string[];
  leftOut: LeftOut[];
}

/**
 * Reads a skill from disk and checks all that can be known before it is packed. All faults are
 * found in one go; nothing of the skill is executed, and no link is followed out of it.
 *
 * @param workspaceRoot absolute
 * @param skillPath the skill's folder, relative to the workspace, with `/`
 * @param rulesOf the ignore rules of the workspace, which a caller with many skills reads once
 */
export function readSkill(
  workspaceRoot: string,
  skillPath: string,
  rulesOf: IgnoreRulesOf = ignoreRules(workspaceRoot),
): ReadSkillResult {
  const listed = list(workspaceRoot, skillPath, rulesOf);
  const read = readFiles(workspaceRoot, skillPath, listed);
  return resultOf(skillPath, listed, read, read.files);
}

/**
 * `readSkill` for a caller who needs no contents: files that were not touched since an earlier
 * check are not read again.
 */
export function examineSkill(
  workspaceRoot: string,
  skillPath: string,
  rulesOf: IgnoreRulesOf = ignoreRules(workspaceRoot),
): ReadSkillResult<ExaminedSkill> {
  const listed = list(workspaceRoot, skillPath, rulesOf);
  const known = listed.isWithinLimits
    ? recallContent(skillPath, listed.paths, listed.stats ?? new Map())
    : undefined;
  const read = known
    ? { content: known, findings: [] }
    : readFiles(workspaceRoot, skillPath, listed);
  return resultOf(skillPath, listed, read, read.content.files);
}

interface Listed extends Pick<ReadSkillResult, 'paths' | 'leftOut' | 'findings'> {
  isWithinLimits: boolean;
  /** Absent when there are links, whose stamps say nothing of their targets. */
  stats?: SkillSizes['stats'];
}

function list(workspaceRoot: string, skillPath: string, rulesOf: IgnoreRulesOf): Listed {
  const { files, leftOut, hasLinks, findings } = listSkillFiles(workspaceRoot, skillPath, rulesOf);
  const sizes = checkSizes(workspaceRoot, skillPath, files);
  return {
    paths: files,
    leftOut,
    findings: [...findings, ...sizes.findings],
    isWithinLimits: !hasErrors(sizes.findings),
    ...(hasLinks ? {} : { stats: sizes.stats }),
  };
}

interface ReadFiles {
  files: SkillFile[];
  content: SkillContent;
  /** Files that cannot be read. */
  findings: Finding[];
}

function readFiles(
  workspaceRoot: string,
  skillPath: string,
  { paths, isWithinLimits, stats }: Listed,
): ReadFiles {
  const files: SkillFile[] = [];
  const findings: Finding[] = [];
  for (const path of paths) {
    const file = `${skillPath}/${path}`;
    try {
      // Beyond the limits only the frontmatter is read, so that one run still names all faults.
      const isRead = isWithinLimits || path === 'SKILL.md';
      files.push({
        path,
        bytes: isRead ? readFileSync(join(workspaceRoot, file)) : Buffer.alloc(0),
      });
    } catch (error) {
      findings.push(unreadable(file, error));
    }
  }
  const isWhole = isWithinLimits && findings.length === 0;
  const content = isWhole
    ? checkContent(skillPath, files, stats)
    : { files: [], ...judgeContent(skillPath, files) };
  return { files, content, findings };
}

function resultOf<File>(
  skillPath: string,
  listed: Listed,
  { content, findings: unread }: Pick<ReadFiles, 'content' | 'findings'>,
  files: File[],
): ReadSkillResult<Omit<Skill, 'files'> & { files: File[] }> {
  const { paths, leftOut } = listed;
  const shape = shapeOf(paths);
  const before = [...listed.findings, ...unread];
  const missing = paths.includes('SKILL.md') ? [] : missingSkillMd(skillPath, shape, before);
  const findings = [...before, ...missing, ...content.findings];
  if (hasErrors(findings)) return { findings, paths, leftOut };
  const { frontmatter } = content;
  return {
    skill: { path: skillPath, shape, files, ...(frontmatter ? { frontmatter } : {}) },
    findings,
    paths,
    leftOut,
  };
}

/** Unless there is a finding about SKILL.md, or the folder, that says why. */
function missingSkillMd(skillPath: string, shape: Shape, findings: Finding[]): Finding[] {
  const file = `${skillPath}/SKILL.md`;
  const isKnown = findings.some((each) => each.file === file || each.file === skillPath);
  return shape === 'bundle' || isKnown ? [] : [finding('layout/not-a-file', file)];
}
