import { normalize } from 'node:path/posix';
import { type Finding, finding } from './finding';

/** What the body of a SKILL.md may refer to. */
export interface PublishedFiles {
  /** Paths relative to the skill. */
  paths: ReadonlySet<string>;
  /** Those that begin with `#!`. */
  scripts: readonly string[];
}

const INLINE_LINK = /\[[^\]]*\]\(\s*(<[^>]*>|[^\s)]+)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;
const LINK_DEFINITION = /^ {0,3}\[[^\]]+\]:\s*(<[^>]*>|\S+)/g;
const INLINE_CODE = /(`+)(?:(?!\1).)*?\1/g;
const FENCE = /^ {0,3}(```+|~~~+)/;

/** Longer lines are data, and would cost the patterns too much time. */
const MAX_LINE = 5000;

/**
 * Checks what the body says of the skill's own files: links to files that are not published, and
 * scripts that are to be run by their path although installers drop the executable bit.
 *
 * @param body all after the frontmatter
 * @param firstLine the line of the file on which the body begins, 1-based
 */
export function checkBodyReferences(
  body: string,
  firstLine: number,
  file: string,
  published: PublishedFiles,
): Finding[] {
  const findings: Finding[] = [];
  let fence: string | undefined;
  for (const [index, line] of body.split('\n').entries()) {
    if (line.length > MAX_LINE) continue;
    const at = { line: firstLine + index };
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
    } else if (fence === undefined) {
      for (const target of brokenLinks(line, published.paths)) {
        findings.push(
          finding('body/broken-link', file, {
            ...at,
            received: target,
            message: `The link to ${target} leads to no file of the skill.`,
          }),
        );
      }
    }
    const script = published.scripts.find((path) => isRunByPath(line, path));
    if (script !== undefined) {
      findings.push(
        finding('body/script-by-path', file, {
          ...at,
          message: `The line runs ${script} by its path; installers drop the executable bit.`,
        }),
      );
    }
  }
  return findings;
}

function brokenLinks(line: string, paths: ReadonlySet<string>): string[] {
  const text = line.replace(INLINE_CODE, '');
  const targets = [...text.matchAll(INLINE_LINK), ...text.matchAll(LINK_DEFINITION)].map(
    ([, target = '']) => target.replace(/^<(.*)>$/, '$1'),
  );
  return targets.filter((target) => isRelative(target) && !isPublished(target, paths));
}

/** URLs, anchors, absolute paths and placeholders are no links to files of the skill. */
function isRelative(target: string): boolean {
  return (
    !/^([a-z][a-z0-9+.-]*:|#|\/|\\|\?)/i.test(target) &&
    !/[{}<>$*]|\.\.\.|…/.test(target) &&
    /[./]/.test(target)
  );
}

function isPublished(target: string, paths: ReadonlySet<string>): boolean {
  const path = normalize(decode(target.replace(/[?#].*$/, ''))).replace(/\/$/, '');
  if (path === '.' || paths.has(path)) return true;
  return [...paths].some((each) => each.startsWith(`${path}/`));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const INTERPRETER =
  /(^|[\s`"'(])(bash|sh|zsh|dash|ksh|fish|pwsh|python[0-9.]*|node|deno|bun|ruby|perl|php|Rscript|npx|tsx|run|source|\.|chmod( \S+)?|cat|cp|mv|ls|less|head|tail|vi|vim|nano|code|git add)\s+$/;

function isRunByPath(line: string, script: string): boolean {
  const at = line.indexOf(`./${script}`);
  if (at === -1) return false;
  const after = line[at + 2 + script.length];
  if (after !== undefined && /[\w./-]/.test(after)) return false;
  const before = line.slice(0, at);
  return !INTERPRETER.test(before.replace(/\b[Rr]un\s+$/, '')) && !/[\w/.]$/.test(before);
}
