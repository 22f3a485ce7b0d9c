import { type Finding, finding } from './finding';
import type { SkillMdParts } from './split-skill-md';

/** A larger frontmatter is refused before it is parsed. */
const MAX_FRONTMATTER_BYTES = 64 * 1024;
const MAX_DEPTH = 32;

/** Refuses what no parser should be given: conflict markers, and YAML that is too large or too deep. */
export function checkYamlBounds(parts: SkillMdParts, file: string): Finding | undefined {
  const at = { line: parts.yamlLine };
  const size = Buffer.byteLength(parts.yaml);
  if (size > MAX_FRONTMATTER_BYTES) {
    return finding('frontmatter/too-large', file, {
      ...at,
      message: `The frontmatter has ${size} bytes, at most ${MAX_FRONTMATTER_BYTES} are allowed.`,
    });
  }
  const lines = parts.yaml.split('\n');
  const marks = lines.flatMap((line, index) =>
    /^(<{7}|>{7})( |\r?$)|^={7}\r?$/.test(line) ? [index + parts.yamlLine] : [],
  );
  if (marks.length > 0) {
    return finding('frontmatter/merge-conflict', file, {
      line: marks[0] ?? 0,
      message: `The frontmatter holds merge conflict markers on lines ${marks[0]} to ${marks.at(-1)}.`,
    });
  }
  if (indentDepth(lines) > MAX_DEPTH || bracketDepth(parts.yaml) > MAX_DEPTH) {
    return finding('frontmatter/too-large', file, {
      ...at,
      message: `The frontmatter is nested more than ${MAX_DEPTH} levels deep.`,
    });
  }
  return undefined;
}

/** How many levels are open at once by indentation or by indicators on one line ("- - ? x"). */
function indentDepth(lines: string[]): number {
  const open: number[] = [];
  let deepest = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const lead = /^ *(?:[-?:][ \t]+)*/.exec(line)?.[0] ?? '';
    while (open.length > 0 && (open.at(-1) ?? 0) >= lead.length) open.pop();
    open.push(lead.length);
    deepest = Math.max(deepest, open.length, lead.replace(/[ \t]/g, '').length);
  }
  return deepest;
}

function bracketDepth(yaml: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of yaml) {
    if (char === '[' || char === '{') depth += 1;
    if (char === ']' || char === '}') depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
