import type { CheckResult } from './check-result';
import type { Verification } from './verification';

/**
 * The results for a terminal: what failed and what is worth knowing, with the fix, then counts.
 * All text from servers is already escaped.
 */
export function describeVerification(verification: Verification): string {
  const { origin, results, built, served, isCutShort } = verification;
  const lines = results.flatMap(describeResult);
  for (const [reason, skipped] of skippedBy(results)) {
    lines.push(`${skipped} skipped: ${reason}`);
  }
  if (isCutShort) lines.push('The time of the whole run was up before everything was checked.');
  const counts = (['passed', 'failed', 'skipped', 'not-run'] as const).map((status) => {
    const count = results.filter((each) => each.status === status).length;
    return `${count} ${status === 'not-run' ? 'not run' : status}`;
  });
  const total = built ?? new Set(results.flatMap(({ skill }) => skill ?? [])).size;
  const promise = built === undefined ? 'as the index promises' : 'as they were built';
  lines.push(`${origin}: ${served} of ${total} skills are served ${promise}.`);
  lines.push(`Checks: ${counts.join(', ')}.`);
  return `${lines.join('\n')}\n`;
}

function describeResult({ skill, check, status, message, diagnoses }: CheckResult): string[] {
  const name = skill === undefined ? check : `${skill} ${check}`;
  const told = diagnoses.map(
    ({ severity, code, url, message: what, fix }) =>
      `  ${severity}  ${code}  ${url === undefined ? '' : `${url}  `}${what}\n    Fix: ${fix}`,
  );
  if (status === 'failed') return [`${name}: failed`, ...told];
  if (skill === undefined) return [`${name}: ${message}`, ...told];
  return told.length === 0 ? [] : [`${name}: ${status}`, ...told];
}

/** One line for each reason, since a thousand skills are usually skipped for the same. */
function skippedBy(results: readonly CheckResult[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { status, check, message } of results) {
    if (status !== 'skipped') continue;
    const reason = `${check}: ${message}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}
