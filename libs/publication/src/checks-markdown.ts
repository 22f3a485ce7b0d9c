import { commonChecks } from './checklist';
import { code, text } from './markdown-text';
import type { Check, Report } from './report-schema';

/** What the report says of its checks as a whole. */
export function checkState(report: Report): string {
  const checks = [...commonChecks(report), ...report.skills.flatMap((skill) => skill.checks)];
  const last = checks
    .flatMap(({ outcome }) => outcome ?? [])
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  const [latest] = last;
  if (!latest) {
    return 'The tree is built and verified, not yet deployed. **Deploy it with its folders that begin with a dot**, then run the checks below. None of them has been run yet.';
  }
  const counts = (['passed', 'failed', 'skipped', 'not-run'] as const).map((status) => {
    const count = checks.filter((check) => check.status === status).length;
    return `${count} ${status === 'not-run' ? 'not run' : status}`;
  });
  return `The tree is built and verified. Checks of what is served: ${counts.join(', ')}; the last one was run at ${code(latest.at)} against ${code(latest.origin)}.`;
}

/** The checks as a list of tasks, ticked where they have passed. */
export function checkList(checks: readonly Check[]): string {
  return checks
    .flatMap((check) => [
      `- [${check.status === 'passed' ? 'x' : ' '}] ${check.check}: ${stateOf(check)}`,
      ...(check.outcome?.notes ?? []).map(
        ({ severity, code: cause, message, fix }) =>
          `  - ${severity} ${code(cause)}: ${text(message)} Fix: ${text(fix)}`,
      ),
    ])
    .join('\n');
}

function stateOf({ status, command, expected, outcome }: Check): string {
  const run = command === undefined ? 'by hand' : code(command);
  const expectation = `${run}. Expected: ${text(expected)}`;
  if (!outcome) return `not run yet. ${expectation}`;
  const cause = outcome.code === undefined ? '' : ` ${code(outcome.code)}`;
  const fix = outcome.fix === undefined ? '' : ` Fix: ${text(outcome.fix)}`;
  const seen = `${code(outcome.at)}, ${code(outcome.origin)}${cause}: ${text(outcome.message)}${fix}`;
  return status === 'passed' ? `passed, ${seen}` : `${status}, ${seen} Run ${expectation}`;
}
