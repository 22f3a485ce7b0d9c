import { resultOf, withoutEvidence } from './check-result';
import { describeVerification } from './describe-verification';
import { diagnose } from './diagnosis';

const about = (skill: string) => ({ check: 'digest', skill }) as const;

it('tells failures and warnings with their fix, each reason for skipping once, and counts', () => {
  const skipped = ['alpha', 'beta'].map((skill) =>
    withoutEvidence({ check: 'install', skill }, 'skipped', 'No client.'),
  );
  const text = describeVerification({
    origin: 'https://a.example',
    results: [
      resultOf({ check: 'index' }, [], 'The served index is exact.', {}),
      resultOf(
        about('alpha'),
        [diagnose('deploy/file-missing', 'https://a.example/x', 'status 404')],
        '',
        {},
      ),
      resultOf(about('beta'), [], 'Well.', {}),
      ...skipped,
    ],
    built: 2,
    served: 1,
    isCutShort: false,
  });
  expect(text).toBe(`index: The served index is exact.
alpha digest: failed
  error  deploy/file-missing  https://a.example/x  The file is not served. Seen: status 404.
    Fix: Deploy the whole output folder again, and compare the list of uploaded files with agent-skills/report.json.
2 skipped: install: No client.
https://a.example: 1 of 2 skills are served as they were built.
Checks: 2 passed, 1 failed, 2 skipped, 0 not run.
`);
});
