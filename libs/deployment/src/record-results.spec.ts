import { type CheckResult, resultOf, withoutEvidence } from './check-result';
import { diagnose } from './diagnosis';
import { recordByHand, recordResults } from './record-results';
import { publishTree } from './testing/published-tree';
import { publishReleases } from './testing/released-tree';

const { report } = { report: publishTree().report };
const ORIGIN = 'https://skills.acme.example';
const AT = '2026-01-01T00:00:00.000Z';

const checkOf = (changed: typeof report, skill: string, check: string) =>
  changed.skills.find(({ name }) => name === skill)?.checks.find((each) => each.check === check);

const digest = { check: 'digest', skill: 'alpha' } as const;
const passed = resultOf(digest, [], 'All is well.', { status: 200 });

describe('results', () => {
  it('are written to the checks that they are about, with all evidence', () => {
    const url = `${ORIGIN}/x`;
    const failed = resultOf(
      digest,
      [diagnose('http/head', url), diagnose('deploy/file-missing', url, 'status 404')],
      '',
      { url, status: 404 },
    );
    const index = resultOf({ check: 'index' }, [diagnose('http/cors', url)], 'Exact.', {});
    const changed = recordResults(report, [index, failed], ORIGIN);
    expect(checkOf(changed, 'alpha', 'digest')).toMatchObject({
      status: 'failed',
      outcome: {
        origin: ORIGIN,
        code: 'deploy/file-missing',
        message: expect.stringContaining('status 404'),
        fix: expect.stringContaining('Deploy the whole'),
        evidence: { status: 404 },
        notes: [{ code: 'http/head', severity: 'warning' }],
      },
    });
    expect(changed.index.check).toMatchObject({
      status: 'passed',
      outcome: { message: 'Exact.', notes: [{ code: 'http/cors' }] },
    });
    expect(checkOf(changed, 'beta', 'digest')).toEqual(checkOf(report, 'beta', 'digest'));
  });

  it('of the releases are written to their check, where the report has one', () => {
    const snapshots = resultOf({ check: 'snapshots' }, [], 'All are there.', { releases: 1 });
    const { snapshotsCheck, index } = recordResults(
      publishReleases(['1.0.0']).report,
      [snapshots],
      ORIGIN,
    );
    expect(snapshotsCheck).toMatchObject({
      status: 'passed',
      outcome: { message: 'All are there.', evidence: { releases: 1 } },
    });
    expect(index.check.status).toBe('not-run');
    expect(recordResults(report, [snapshots], ORIGIN)).toEqual(report);
  });

  it.each<[string, CheckResult]>([
    ['not run', withoutEvidence(digest, 'not-run', 'No time.')],
    ['skipped', withoutEvidence(digest, 'skipped', 'No client.')],
  ])('that were %s leave earlier evidence in place', (_, result) => {
    const before = recordResults(report, [passed], ORIGIN);
    expect(recordResults(before, [result], ORIGIN)).toEqual(before);
  });

  it('are written with so many notes as can be read, and the number of the others', () => {
    const found = Array.from({ length: 500 }, (_, at) => diagnose('http/head', `${ORIGIN}/${at}`));
    const changed = recordResults(report, [resultOf(digest, found, 'Fine.', {})], ORIGIN);
    const notes = checkOf(changed, 'alpha', 'digest')?.outcome?.notes ?? [];
    expect(notes).toHaveLength(20);
    expect(notes[19]?.message).toContain('And 480 more findings.');
    expect(notes[18]?.message).not.toContain('more findings');
  });

  it('that were skipped say so where there is no evidence', () => {
    const changed = recordResults(report, [withoutEvidence(digest, 'skipped', 'Why.')], ORIGIN);
    expect(checkOf(changed, 'alpha', 'digest')).toMatchObject({
      status: 'skipped',
      outcome: { message: 'Why.' },
    });
  });
});

describe('an outcome recorded by hand', () => {
  it('says so, with the note on one line and without hidden characters', () => {
    const changed = recordByHand(
      report,
      {
        skill: 'beta',
        check: 'activation',
        status: 'failed',
        origin: ORIGIN,
        note: 'No.\n\u202eX',
      },
      AT,
    );
    expect(checkOf(changed, 'beta', 'activation')).toMatchObject({
      status: 'failed',
      outcome: { at: AT, message: 'Recorded by hand: No.\\n\\u{202e}X' },
    });
  });

  it('of an unknown skill is refused with the known names', () => {
    const seen = { check: 'activation', status: 'passed', origin: ORIGIN } as const;
    expect(() => recordByHand(report, { ...seen, skill: 'gamma' }, AT)).toThrow(/alpha, beta/);
  });
});
