import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkSkillText } from './check-skill-text';
import { type Finding, finding, hasErrors } from './finding';
import type { Frontmatter, FrontmatterResult } from './frontmatter';
import { type LeftOut, listSkillFiles, unreadable } from './list-skill-files';
import { readFrontmatter } from './read-frontmatter';
import { secretReason } from './secrets';
import { type Shape, shapeOf } from './shape';
import { MAX_SKILL_BYTES, MAX_SKILL_FILES, NEAR_LIMIT } from './skill-limits';

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

export interface ReadSkillResult {
  /** Undefined when any finding is an error. */
  skill?: Skill;
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
 */
export function readSkill(workspaceRoot: string, skillPath: string): ReadSkillResult {
  const list = listSkillFiles(workspaceRoot, skillPath);
  const { leftOut, files: paths } = list;
  const sizes = checkSizes(workspaceRoot, skillPath, paths);
  // Beyond the limits only the frontmatter is read, so that one run still names all faults.
  const read = readFiles(workspaceRoot, skillPath, paths, hasErrors(sizes));
  const findings = [...list.findings, ...sizes, ...read.findings];
  const shape = shapeOf(paths);
  const skillMd = read.files.find((file) => file.path === 'SKILL.md');
  const { frontmatter, findings: textFindings }: FrontmatterResult = skillMd
    ? readFrontmatter(skillMd.bytes, `${skillPath}/SKILL.md`)
    : { findings: missingSkillMd(skillPath, shape, findings) };
  findings.push(...textFindings);
  if (skillMd) findings.push(...checkSkillText(skillMd.bytes, `${skillPath}/SKILL.md`, read.files));
  if (hasErrors(findings)) return { findings, paths, leftOut };
  return {
    skill: { path: skillPath, shape, files: read.files, ...(frontmatter ? { frontmatter } : {}) },
    findings,
    paths,
    leftOut,
  };
}

function readFiles(
  workspaceRoot: string,
  skillPath: string,
  paths: string[],
  onlyFrontmatter: boolean,
): { files: SkillFile[]; findings: Finding[] } {
  const files: SkillFile[] = [];
  const findings: Finding[] = [];
  for (const path of paths) {
    const file = `${skillPath}/${path}`;
    try {
      const isRead = !onlyFrontmatter || path === 'SKILL.md';
      const bytes = isRead ? readFileSync(join(workspaceRoot, file)) : Buffer.alloc(0);
      const reason = secretReason(path, bytes);
      if (reason) {
        findings.push(finding('files/secret', file, { message: `${path} is ${reason}.` }));
      }
      files.push({ path, bytes });
    } catch (error) {
      findings.push(unreadable(file, error));
    }
  }
  return { files, findings };
}

/** Unless there is a finding about SKILL.md, or the folder, that says why. */
function missingSkillMd(skillPath: string, shape: Shape, findings: Finding[]): Finding[] {
  const file = `${skillPath}/SKILL.md`;
  const isKnown = findings.some((each) => each.file === file || each.file === skillPath);
  return shape === 'bundle' || isKnown ? [] : [finding('layout/not-a-file', file)];
}

function checkSizes(workspaceRoot: string, skillPath: string, files: string[]): Finding[] {
  const findings: Finding[] = [];
  if (files.length > MAX_SKILL_FILES) {
    findings.push(
      finding('files/too-many', skillPath, {
        message: `The skill has ${files.length} files, at most ${MAX_SKILL_FILES} are allowed.`,
      }),
    );
  }
  let bytes = 0;
  for (const file of files) {
    try {
      bytes += statSync(join(workspaceRoot, skillPath, file)).size;
    } catch (error) {
      findings.push(unreadable(`${skillPath}/${file}`, error));
    }
  }
  if (bytes > MAX_SKILL_BYTES) {
    findings.push(
      finding('files/too-large', skillPath, {
        message: `The skill has ${bytes} bytes, at most ${MAX_SKILL_BYTES} are allowed.`,
      }),
    );
  }
  const part = Math.max(files.length / MAX_SKILL_FILES, bytes / MAX_SKILL_BYTES);
  if (part >= NEAR_LIMIT && part <= 1) {
    findings.push(
      finding('files/near-limit', skillPath, {
        message: `The skill has ${files.length} of ${MAX_SKILL_FILES} files and ${bytes} of ${MAX_SKILL_BYTES} bytes.`,
      }),
    );
  }
  return findings;
}
