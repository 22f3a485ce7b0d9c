import { publishedPath } from '@nx-agent-skills/discovery';
import type { Report } from '@nx-agent-skills/publication';
import { formatFindings } from '@nx-agent-skills/skill';

/** What is served, where, and how to install from it. */
export function describePreview(url: string, report: Report): string {
  const [install] = report.skills.find(({ indexed }) => indexed)?.install ?? [];
  return [
    ...findingsOf(report),
    `\n${report.skills.length} skills at ${url}/${publishedPath.catalogue.replace('index.html', '')}`,
    ...(install ? [`Install one from here: ${install.command}`] : []),
    'Press Ctrl+C to stop.\n',
  ].join('\n');
}

/** What has come of a change. */
export function describeRepublication(report: Report): string {
  return [...findingsOf(report), `Published again: ${report.skills.length} skills.\n`].join('\n');
}

function findingsOf({ refused, findings, skills }: Report): string[] {
  const all = [
    ...findings,
    ...refused.flatMap((each) => each.findings),
    ...skills.flatMap((each) => each.findings),
  ];
  return [
    ...(all.length > 0 ? [formatFindings(all)] : []),
    ...(refused.length > 0
      ? [`${refused.length} refused and left out: ${refused.map(({ path }) => path).join(', ')}`]
      : []),
  ];
}
