import type { Stats } from 'node:fs';
import { checkSkillText } from './check-skill-text';
import { type Digest, digestOf } from './digest';
import { isSettled, stampOf } from './file-stamp';
import { type Finding, finding, hasErrors } from './finding';
import type { Frontmatter } from './frontmatter';
import { memoryOf } from './memory';
import { readFrontmatter } from './read-frontmatter';
import type { SkillFile } from './read-skill';
import { secretReason } from './secrets';

/** A file of a skill without its content. */
export interface SourceFile {
  /** Relative to the skill, with `/`. */
  path: string;
  digest: Digest;
}

/** What the contents of a skill's files say. */
export interface SkillContent {
  files: SourceFile[];
  findings: Finding[];
  /** Undefined for a bundle without a SKILL.md of its own, or when there are errors. */
  frontmatter?: Frontmatter;
}

interface RememberedContent extends SkillContent {
  /** By path, as the files lay on disk; absent when one of them cannot be told apart by its stamp. */
  stamps?: string[];
}

/** By the skill's folder. Only what has no errors is remembered. */
const memory = memoryOf<RememberedContent>('content');

/**
 * The content of a skill none of whose files was touched since it was last checked.
 *
 * @param paths all files of the skill, none of them a link
 */
export function recallContent(
  skillPath: string,
  paths: readonly string[],
  stats: ReadonlyMap<string, Stats>,
): SkillContent | undefined {
  const known = memory.recall(skillPath);
  const isUntouched =
    known?.stamps !== undefined &&
    known.files.length === paths.length &&
    known.files.every(({ path }, at) => {
      const found = path === paths[at] ? stats.get(path) : undefined;
      return found !== undefined && stampOf(found) === known.stamps?.[at];
    });
  return isUntouched ? copyOf(known) : undefined;
}

/**
 * Checks all that the contents of a skill's files can tell. The same contents are checked once.
 *
 * @param stats of all files, as they were before the files were read; absent when there are links
 */
export function checkContent(
  skillPath: string,
  files: readonly SkillFile[],
  stats?: ReadonlyMap<string, Stats>,
): SkillContent {
  const digests = files.map(({ path, bytes }) => ({ path, digest: digestOf(bytes) }));
  const known = memory.recall(skillPath);
  const isKnown = known && JSON.stringify(known.files) === JSON.stringify(digests);
  const content = isKnown ? known : { files: digests, ...judgeContent(skillPath, files) };
  if (!hasErrors(content.findings)) {
    const stamps = stats && stampsOf(files, stats);
    const { files: same, findings, frontmatter } = content;
    memory.remember(skillPath, {
      files: same,
      findings,
      ...(frontmatter ? { frontmatter } : {}),
      ...(stamps ? { stamps } : {}),
    });
  }
  return copyOf(content);
}

/** All that the contents of files say, whether or not they are all of a skill. */
export function judgeContent(
  skillPath: string,
  files: readonly SkillFile[],
): Omit<SkillContent, 'files'> {
  const findings: Finding[] = [];
  for (const { path, bytes } of files) {
    const reason = secretReason(path, bytes);
    if (reason === undefined) continue;
    const message = `${path} is ${reason}.`;
    findings.push(finding('files/secret', `${skillPath}/${path}`, { message }));
  }
  const skillMd = files.find(({ path }) => path === 'SKILL.md');
  if (!skillMd) return { findings };
  const file = `${skillPath}/SKILL.md`;
  const { frontmatter, findings: textFindings } = readFrontmatter(skillMd.bytes, file);
  findings.push(...textFindings, ...checkSkillText(skillMd.bytes, file, files));
  return { findings, ...(frontmatter ? { frontmatter } : {}) };
}

function stampsOf(
  files: readonly SkillFile[],
  stats: ReadonlyMap<string, Stats>,
): string[] | undefined {
  const found = files.flatMap(({ path }) => stats.get(path) ?? []);
  const now = Date.now();
  const canTell = found.length === files.length && found.every((each) => isSettled(each, now));
  return canTell ? found.map(stampOf) : undefined;
}

/** A list of its own for every caller, who may add findings to it. */
const copyOf = ({ files, findings, frontmatter }: SkillContent): SkillContent => ({
  files,
  findings: [...findings],
  ...(frontmatter ? { frontmatter } : {}),
});
