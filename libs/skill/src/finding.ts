import type { Severity } from './rule';
import { RULES, type RuleCode } from './rules';

/** What one rule says about one place of a skill. `file` is relative to the workspace, with `/`. */
export interface Finding {
  code: RuleCode;
  severity: Severity;
  file: string;
  /** 1-based. */
  line?: number;
  /** 1-based, in UTF-16 units. */
  column?: number;
  /** The frontmatter key that the finding is about. */
  field?: string;
  /** What stood there, escaped and cut to a printable length. */
  received?: string;
  message: string;
  fix: string;
}

export interface FindingDetails {
  line?: number;
  column?: number;
  field?: string;
  /** Raw; escaped and cut here. */
  received?: string;
  /** Default: the rule's own sentence. */
  message?: string;
  /** Default: the rule's own advice. */
  fix?: string;
}

/** Makes the finding of rule `code` about `file`, with the rule's words where none are given. */
export function finding(code: RuleCode, file: string, details: FindingDetails = {}): Finding {
  const rule = RULES[code];
  const { received, message, fix, ...place } = details;
  return {
    code,
    severity: rule.severity,
    file,
    ...place,
    ...(received === undefined ? {} : { received: printable(received) }),
    message: shorten(printableLine(message ?? rule.what), MAX_MESSAGE),
    fix: printableLine(fix ?? rule.fix),
  };
}

/** Whether any finding refuses the skill. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((each) => each.severity === 'error');
}

/** One finding for people: place, severity, code and message on a line, the fix on the next. */
export function formatFinding(each: Finding): string {
  const place = [showPath(each.file), each.line, each.column]
    .filter((part) => part !== undefined)
    .join(':');
  const received = each.received === undefined ? '' : ` Received: ${each.received}`;
  return `${place}  ${each.severity}  ${each.code}  ${each.message}${received}\n    Fix: ${each.fix}`;
}

/** All findings, sorted by file and line, so that a run prints them in one order everywhere. */
export function formatFindings(findings: readonly Finding[]): string {
  return sortFindings(findings).map(formatFinding).join('\n');
}

/** Sorted by file, line, column and code. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const key = (each: Finding) =>
    [each.file, pad(each.line), pad(each.column), each.code].join('\u0000');
  return [...findings].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

const pad = (value: number | undefined) => String(value ?? 0).padStart(9, '0');

const MAX_RECEIVED = 120;
const MAX_MESSAGE = 1000;

const shorten = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

function printable(text: string): string {
  const escaped = printableLine(JSON.stringify(text));
  if (escaped.length <= MAX_RECEIVED) return escaped;
  return `${escaped.slice(0, MAX_RECEIVED).replace(/[\ud800-\udbff]$/, '')}…"`;
}

function printableLine(text: string): string {
  return escapeHidden(text).replaceAll('\n', ' ');
}

/**
 * Writes control, direction-changing and invisible characters as \u{…}, so that text from a skill
 * cannot steer a terminal or hide in a report. Line breaks stay.
 */
export function escapeHidden(text: string): string {
  return text.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * A path for people, on one line whatever is in it: a line that a file name begins could be taken
 * for a command by a CI.
 */
export function showPath(path: string): string {
  return escapeHidden(path).replaceAll('\n', '\\u{a}');
}
