import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, type Report, reportSchema } from './report-schema';
import { REPORT_FILES } from './stage-tree';

/**
 * The report of a publication that changes nothing, with the results of the checks that were made of
 * the tree since it was put in place. Any other publication has to be checked anew.
 *
 * @param folder of the tree before, absolute; there may be none
 */
export function keepResults(report: Report, folder: string): Report {
  const earlier = readEarlier(folder);
  const isSame =
    earlier !== undefined && JSON.stringify(withoutResults(earlier)) === JSON.stringify(report);
  return isSame ? earlier : report;
}

function readEarlier(folder: string): Report | undefined {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(join(folder, REPORT_FILES.json), 'utf8')));
  } catch {
    return undefined;
  }
}

function withoutResults(report: Report): Report {
  const bare = ({ outcome: _, ...check }: Check): Check => ({ ...check, status: 'not-run' });
  return {
    ...report,
    index: { ...report.index, check: bare(report.index.check) },
    skills: report.skills.map((skill) => ({ ...skill, checks: skill.checks.map(bare) })),
  };
}
