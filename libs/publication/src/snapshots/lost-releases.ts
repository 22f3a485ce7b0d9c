import { PublicationError } from '../publication-error';
import type { Report } from '../report-schema';

/**
 * Refuses a publication without a release that the tree before has, or with another one in its place.
 *
 * @param earlierText the report.json of the tree before, if there is one
 * @throws PublicationError `publication/snapshot`
 */
export function refuseLostReleases(earlierText: string | undefined, report: Report): void {
  // A report of thousands of skills is not parsed for this.
  const [, before = ''] = /^ {2}"snapshots": \[\n([\s\S]*?)\n {2}\]/m.exec(earlierText ?? '') ?? [];
  const isSameOrigin = earlierText?.includes(`\n  "origin": ${JSON.stringify(report.origin)},`);
  if (before === '' || !isSameOrigin) return;
  const now = new Set(report.snapshots?.map(({ version, digest }) => `${version} ${digest}`));
  const lost = [...before.matchAll(/\{"version":"([^"]+)","digest":"([^"]+)"/g)].flatMap(
    ([, version = '', digest]) => (now.has(`${version} ${digest}`) ? [] : [version]),
  );
  if (lost.length === 0) return;
  throw new PublicationError(
    'publication/snapshot',
    `Releases that the tree before has are gone, or are others: ${lost.join(', ')}.\n    Fix: restore the snapshots as they were committed, or the option snapshotsDir; remove the output folder if whoever uses them is to lose them.`,
  );
}
