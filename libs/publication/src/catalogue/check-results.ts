import { commonChecks } from '../checklist';
import type { Check, Report } from '../report-schema';
import { escapeHtml } from './escape-html';

const isRecorded = ({ status }: Check) => status !== 'not-run';

/** What checks of the deployed files have shown so far, over the whole publication, as HTML. */
export function checkSummary(report: Report): string {
  const common = commonChecks(report);
  const all = [...common, ...report.skills.flatMap(({ checks }) => checks)];
  const dates = all.flatMap(({ outcome }) => outcome?.at ?? []).sort();
  const last = dates.at(-1);
  if (!all.some(isRecorded)) return '<p>The deployed files have not been checked yet.</p>';
  const counts = (['passed', 'failed', 'skipped', 'not-run'] as const)
    .map((status) => [status, all.filter((each) => each.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status.replace('-', ' ')}`);
  const when = last === undefined ? '' : ` Last check: ${escapeHtml(last.slice(0, 10))}.`;
  return [
    `<p>Checks of the deployed files: ${counts.join(', ')}.${when}</p>`,
    checkResults(common),
  ].join('\n');
}

/** The checks that have been run, as an HTML list; empty when none has been. */
export function checkResults(checks: readonly Check[]): string {
  const items = checks.filter(isRecorded).map(({ check, status, outcome }) => {
    const message = status === 'passed' || !outcome ? '' : `: ${escapeHtml(outcome.message)}`;
    return `<li class="${status}">Check of the ${check} <b>${status}</b>${message}</li>`;
  });
  return items.length === 0 ? '' : `<ul class="checks">${items.join('')}</ul>`;
}
