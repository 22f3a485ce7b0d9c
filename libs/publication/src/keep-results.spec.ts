import { keepResults } from './keep-results';
import { reportJson } from './report-json';
import { type Check, type Report, reportSchema } from './report-schema';
import { madeReport, madeSkill } from './testing/made-report';

const outcome = {
  at: '2031-05-01T10:00:00.000Z',
  origin: 'https://skills.acme.example',
  message: 'Recorded by hand.',
  evidence: {},
};

const unchecked = (name: string, change = {}) =>
  madeSkill(name, {
    checks: (['digest', 'activation'] as const).map((check) => ({
      check,
      expected: name,
      status: 'not-run',
    })),
    ...change,
  });

const checked = (name: string) => {
  const skill = unchecked(name);
  return {
    ...skill,
    checks: skill.checks.map((check) => ({ ...check, status: 'passed' as const, outcome })),
  };
};

/** What is kept of a report in which both skills have passed. */
function kept(report: Report): string[] {
  const earlier = madeReport([checked('alpha'), checked('beta')]);
  return keepResults(report, reportJson(earlier)).skills.flatMap(({ name, checks }) =>
    checks.filter(({ status }) => status === 'passed').map(({ check }) => `${name} ${check}`),
  );
}

describe('keepResults', () => {
  it('keeps everything when nothing has changed', () => {
    expect(kept(madeReport([unchecked('alpha'), unchecked('beta')]))).toHaveLength(4);
  });

  it('keeps the check of the releases, as long as they are the same', () => {
    const withReleases = (digit: string, change: Partial<Check> = {}) => {
      const digest = `sha256:${digit.repeat(64)}`;
      const check: Check = { check: 'snapshots', expected: digit, status: 'not-run', ...change };
      const snapshots = [{ version: '1.0.0', digest, entries: 1 }];
      // In the order of the schema, as a publication makes it.
      return reportSchema.parse(
        madeReport([unchecked('alpha')], { snapshots, snapshotsCheck: check }),
      );
    };
    const earlier = reportJson(withReleases('1', { status: 'passed', outcome }));
    expect(keepResults(withReleases('1'), earlier).snapshotsCheck?.status).toBe('passed');
    expect(keepResults(withReleases('2'), earlier).snapshotsCheck?.status).toBe('not-run');
  });

  it('keeps whether agents use a skill that has not changed, when another has', () => {
    const beta = unchecked('beta', { digest: `sha256:${'b'.repeat(64)}` });
    expect(kept(madeReport([unchecked('alpha'), beta]))).toEqual(['alpha activation']);
  });

  it('keeps nothing for another origin', () => {
    const report = madeReport([unchecked('alpha')], { origin: 'https://other.acme.example' });
    expect(kept(report)).toEqual([]);
  });
});
