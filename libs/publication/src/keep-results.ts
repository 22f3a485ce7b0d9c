import { type Check, type Report, reportSchema } from './report-schema';

/**
 * The report of a publication that changes nothing, with the results of the checks that were made of
 * the tree since it was put in place. Any other publication has to be checked anew, but for whether
 * an agent uses a skill, which is known as long as its bytes and its origin stay.
 *
 * @param earlierText the report.json of the tree before, if there is one
 */
export function keepResults(report: Report, earlierText: string | undefined): Report {
  // A report of thousands of skills is not parsed to find that it holds no result.
  if (!earlierText?.includes('"outcome"')) return report;
  const earlier = parseReport(earlierText);
  const isSame =
    earlier !== undefined && JSON.stringify(withoutResults(earlier)) === JSON.stringify(report);
  if (isSame) return earlier;
  return earlier?.origin === report.origin ? withActivations(report, earlier) : report;
}

function withActivations(report: Report, earlier: Report): Report {
  const before = new Map(earlier.skills.map((skill) => [`${skill.name} ${skill.digest}`, skill]));
  return {
    ...report,
    skills: report.skills.map((skill) => {
      const known = before
        .get(`${skill.name} ${skill.digest}`)
        ?.checks.find(({ check }) => check === 'activation');
      const checks = skill.checks.map((each) =>
        known && each.check === 'activation' ? known : each,
      );
      return { ...skill, checks };
    }),
  };
}

function parseReport(text: string): Report | undefined {
  try {
    return reportSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function withoutResults(report: Report): Report {
  const bare = ({ outcome: _, ...check }: Check): Check => ({ ...check, status: 'not-run' });
  return {
    ...report,
    index: { ...report.index, check: bare(report.index.check) },
    ...(report.snapshotsCheck ? { snapshotsCheck: bare(report.snapshotsCheck) } : {}),
    skills: report.skills.map((skill) => ({ ...skill, checks: skill.checks.map(bare) })),
  };
}
