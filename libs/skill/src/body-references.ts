import { normalize } from 'node:path/posix';
import { type Finding, finding } from './finding';

/** What the body of a SKILL.md may refer to. */
export interface PublishedFiles {
  /** Paths relative to the skill. */
  paths: ReadonlySet<string>;
  /** Those that begin with `#!`. */
  scripts: readonly string[];
}

/** From the end of a link's text on, so that no part of a line is searched twice. */
const INLINE_LINK = /\]\(\s{0,20}(<[^<>]*>|[^\s()<>]+)/g;
const LINK_DEFINITION = /^ {0,3}\[[^\]]+\]:\s*(<[^>]*>|\S+)/g;
const INLINE_CODE = /(`+)(?:(?!\1).)*?\1/g;
const FENCE = /^ {0,3}(```+|~~~+)/;

/** More broken links than these are counted, not listed. */
const MAX_BROKEN_LINKS = 20;

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
  const known = new Set([...published.paths].flatMap(withFolders));
  let broken = 0;
  let fence: string | undefined;
  for (const [index, line] of body.split('\n').entries()) {
    if (line.length > MAX_LINE) continue;
    const at = { line: firstLine + index };
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
    } else if (fence === undefined) {
      for (const target of brokenLinks(line, known)) {
        broken += 1;
        if (broken <= MAX_BROKEN_LINKS) findings.push(brokenLink(target, file, at.line));
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
  if (broken > MAX_BROKEN_LINKS) {
    const more = broken - MAX_BROKEN_LINKS;
    findings.push(
      finding('body/broken-link', file, {
        message: `${more} more links lead to no file of the skill.`,
      }),
    );
  }
  return findings;
}

function brokenLink(target: string, file: string, line: number): Finding {
  const leaves = target.startsWith('../');
  return finding('body/broken-link', file, {
    line,
    received: target,
    message: leaves
      ? `The link to ${target} leaves the skill, of which alone the files are installed.`
      : `The link to ${target} leads to no file of the skill.`,
    ...(leaves
      ? { fix: 'Name the other skill, link to a URL, or copy the file into this skill.' }
      : {}),
  });
}

/** A path and every folder above it. */
function withFolders(path: string): string[] {
  const steps = path.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

function brokenLinks(line: string, known: ReadonlySet<string>): string[] {
  const text = line.replace(INLINE_CODE, '');
  const targets = [...text.matchAll(INLINE_LINK), ...text.matchAll(LINK_DEFINITION)].map(
    ([, target = '']) => target.replace(/^<(.*)>$/, '$1'),
  );
  return targets.filter((target) => isRelative(target) && !isPublished(target, known));
}

/** URLs, anchors, absolute paths and placeholders are no links to files of the skill. */
function isRelative(target: string): boolean {
  return (
    !/^([a-z][a-z0-9+.-]*:|#|\/|\\|\?)/i.test(target) &&
    !/[{}<>$*]|\.\.\.|…/.test(target) &&
    /[./]/.test(target)
  );
}

function isPublished(target: string, known: ReadonlySet<string>): boolean {
  const path = normalize(decode(target.replace(/[?#].*$/, ''))).replace(/\/$/, '');
  return path === '.' || known.has(path);
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
