import { type Finding, finding } from './finding';

/** SKILL.md cut at its fences. */
export interface SkillMdParts {
  /** The YAML between the fences, with the file's own line ends. */
  yaml: string;
  /** The line of the file on which `yaml` begins, 1-based. */
  yamlLine: number;
  /** All after the closing fence. */
  body: string;
  /** The line of the file on which `body` begins, 1-based. */
  bodyLine: number;
}

export type SplitResult = { parts: SkillMdParts } | { findings: Finding[] };

/**
 * Cuts SKILL.md into frontmatter and body the way the stock client does: the first line is exactly
 * `---`, the block ends at the next line that begins with `---`. No parser sees the file before
 * this check, because gray-matter runs what follows `---js`.
 */
export function splitSkillMd(text: string, file: string, nameHint: string): SplitResult {
  if (text.trim() === '') return { findings: [finding('frontmatter/empty-file', file)] };
  const lines = text.split('\n');
  const first = withoutReturn(lines[0] ?? '');
  if (first !== '---') return { findings: [missingFence(lines, file, nameHint)] };

  const closing = lines.findIndex((line, index) => index > 0 && line.startsWith('---'));
  if (closing === -1) return { findings: [finding('frontmatter/not-closed', file)] };
  if (withoutReturn(lines[closing] ?? '') !== '---') {
    return {
      findings: [
        finding('frontmatter/not-closed', file, {
          line: closing + 1,
          received: withoutReturn(lines[closing] ?? ''),
          message: `Line ${closing + 1} begins with --- but is not exactly ---.`,
          fix: 'Make the closing line exactly ---, or indent the text that begins with ---.',
        }),
      ],
    };
  }
  return {
    parts: {
      yaml: `${lines.slice(1, closing).join('\n')}\n`,
      yamlLine: 2,
      body: lines.slice(closing + 1).join('\n'),
      bodyLine: closing + 2,
    },
  };
}

function missingFence(lines: string[], file: string, nameHint: string): Finding {
  const first = withoutReturn(lines[0] ?? '');
  const at = { line: 1, received: first };
  if (/^---[A-Za-z]/.test(first) || /^---\s+[A-Za-z]/.test(first)) {
    return finding('frontmatter/language-tag', file, at);
  }
  const fenceLine = lines.findIndex((line) => withoutReturn(line).trim() === '---') + 1;
  return finding('frontmatter/missing', file, {
    ...at,
    ...missingFenceWords(first, fenceLine, nameHint),
  });
}

function missingFenceWords(
  first: string,
  fenceLine: number,
  nameHint: string,
): { message: string; fix: string } {
  const rule = 'The first line must be exactly ---';
  if (/^---\s+$/.test(first)) {
    return { message: `${rule}; blanks follow it.`, fix: 'Remove the blanks after ---.' };
  }
  if (/^-{4,}\s*$/.test(first)) {
    return {
      message: `${rule}; it has ${first.trim().length} dashes.`,
      fix: 'Write three dashes.',
    };
  }
  if (/^(```|~~~)/.test(first)) {
    return {
      message: `${rule}; the file starts with a code fence.`,
      fix: 'Remove the code fence around the file, so that it begins with ---.',
    };
  }
  if (first.trim() === '+++') {
    return {
      message: `${rule}; the file starts with +++, which is TOML.`,
      fix: 'Write the frontmatter in YAML between two --- lines.',
    };
  }
  if (/^(name|description)\s*:/i.test(first)) {
    return {
      message: `${rule}; the keys stand without fences.`,
      fix: 'Put a line --- before the first key and another after the last.',
    };
  }
  if (fenceLine > 1 && fenceLine <= 20) {
    return {
      message: `${rule}; it is on line ${fenceLine}.`,
      fix: `Remove what stands above line ${fenceLine}.`,
    };
  }
  return {
    message: `${rule}, followed by name and description; there is no frontmatter.`,
    fix: `Begin the file with the lines "---", "name: ${nameHint}", "description: <what it does and when to use it>" and "---".`,
  };
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);
