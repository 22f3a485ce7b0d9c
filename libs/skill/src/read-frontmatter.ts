import { createHash } from 'node:crypto';
import { type FrontmatterResult, parseFrontmatter } from './frontmatter';

/** Enough for the largest catalogue; more would only be kept by a process that never ends. */
const MOST_REMEMBERED = 20_000;

const remembered = new Map<string, FrontmatterResult>();

/**
 * `parseFrontmatter`, which one publication asks for the same file several times: of the sources, of
 * the artifact, of the tree. A result is remembered for exactly these bytes under this path.
 */
export function readFrontmatter(bytes: Buffer, file: string): FrontmatterResult {
  const key = `${createHash('sha256').update(bytes).digest('base64')} ${file}`;
  const known = remembered.get(key);
  if (known) return copyOf(known);
  const result = parseFrontmatter(bytes, file);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, result);
  return copyOf(result);
}

/** A list of its own for every caller, who may add findings to it. */
const copyOf = (result: FrontmatterResult): FrontmatterResult => ({
  ...result,
  findings: [...result.findings],
});
