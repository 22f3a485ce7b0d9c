import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { type Digest, digestOf } from './digest';
import { isSettled, stampOf } from './file-stamp';
import { type FrontmatterResult, parseFrontmatter } from './frontmatter';
import { memoryOf } from './memory';
import { readSkillMd } from './read-skill-md';

interface RememberedFrontmatter {
  /** Of the file that the result is about. */
  digest: Digest;
  result: FrontmatterResult;
  /** Of the file on disk when it had this content. */
  stamp?: string;
}

/** By the path of the file, which findings and suggestions name. */
const memory = memoryOf<RememberedFrontmatter>('frontmatter');

/**
 * `parseFrontmatter`, which one publication asks for the same file several times: of the sources, of
 * the artifact, of the tree. A result is remembered for exactly these bytes under this path.
 */
export function readFrontmatter(bytes: Buffer, file: string): FrontmatterResult {
  const digest = digestOf(bytes);
  const known = memory.recall(file);
  if (known?.digest === digest) return copyOf(known.result);
  const result = parseFrontmatter(bytes, file);
  memory.remember(file, { digest, result });
  return copyOf(result);
}

/**
 * The frontmatter of a skill on disk. A file that was not touched since it was read is not opened.
 *
 * @param workspaceRoot absolute
 * @param skillPath the skill's folder, relative to the workspace, with `/`
 * @returns undefined when there is no SKILL.md, or it cannot be read; reading the whole skill tells why
 */
export function readSkillFrontmatter(
  workspaceRoot: string,
  skillPath: string,
): FrontmatterResult | undefined {
  const file = `${skillPath}/SKILL.md`;
  const stats = lstatSync(join(workspaceRoot, file), { throwIfNoEntry: false });
  if (!stats) return undefined;
  const known = memory.recall(file);
  if (known?.stamp !== undefined && known.stamp === stampOf(stats)) return copyOf(known.result);
  const bytes = readSkillMd(workspaceRoot, skillPath);
  if (!bytes) return undefined;
  const result = readFrontmatter(bytes, file);
  if (canStamp(stats)) {
    memory.remember(file, { digest: digestOf(bytes), result, stamp: stampOf(stats) });
  }
  return result;
}

/** The stamp of a link says nothing of its target. */
const canStamp = (stats: Stats) => stats.isFile() && isSettled(stats);

/** A list of its own for every caller, who may add findings to it. */
const copyOf = (result: FrontmatterResult): FrontmatterResult => ({
  ...result,
  findings: [...result.findings],
});
