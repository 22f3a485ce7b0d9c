import { resultOf, withoutEvidence } from './check-result';
import { diagnose } from './diagnosis';
import { junitXml } from './junit';

const about = (skill: string) => ({ check: 'digest', skill }) as const;

it('shows every check as a test case, and nothing of a server acts as markup', () => {
  const hostile = 'say "]]>"<script>&\u0000\u001b[31m\ud800\ufffe\u{1f600}';
  const xml = junitXml({
    origin: 'https://a.example/?"<&',
    results: [
      resultOf({ check: 'index' }, [diagnose('http/head', 'https://a.example/')], 'Exact.', {}),
      resultOf({ check: 'snapshots' }, [], 'All are there.', {}),
      resultOf(about('alpha'), [], 'Well.', {}),
      {
        ...resultOf(about('beta'), [diagnose('http/status')], '', {}),
        message: hostile,
      },
      withoutEvidence({ check: 'install', skill: 'beta' }, 'skipped', 'No client.'),
      withoutEvidence({ check: 'activation', skill: 'beta' }, 'not-run', 'No probe.'),
    ],
    served: 1,
    isCutShort: false,
  });
  expect(xml).toContain('tests="6" failures="1" skipped="2"');
  expect(xml).toContain('<testcase classname="snapshots" name="snapshots"/>');
  expect(xml).toContain('<testcase classname="alpha" name="digest"/>');
  expect(xml).toContain('<testcase classname="index" name="index"><system-out>warning http/head');
  expect(xml).toContain('<failure type="http/status" message="say &#34;]]&#62;&#34;');
  expect(xml).toContain('<skipped message="No probe."/>');
  expect(xml).not.toContain('<script>');
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  expect(xml).toContain('\u{1f600}');
});

it('counts a run that was cut short as a failure', () => {
  const xml = junitXml({ origin: 'https://a.example', results: [], served: 0, isCutShort: true });
  expect(xml).toContain('failures="1"');
});
