import type { CheckResult } from './check-result';
import type { Verification } from './verification';

/** The results as JUnit XML, which most CI systems show. */
export function junitXml({ origin, results, isCutShort }: Verification): string {
  const count = (status: CheckResult['status']) =>
    results.filter((each) => each.status === status).length;
  const failures = count('failed') + (isCutShort ? 1 : 0);
  const skipped = count('skipped') + count('not-run');
  const tests = results.length + (isCutShort ? 1 : 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="verify-deployment" tests="${tests}" failures="${failures}" skipped="${skipped}">`,
    `  <testsuite name="${escapeXml(origin)}" tests="${tests}" failures="${failures}" skipped="${skipped}">`,
    ...results.map(testCase),
    ...(isCutShort
      ? [
          '    <testcase classname="run" name="time limit"><failure message="The time of the whole run was up."/></testcase>',
        ]
      : []),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase({ skill, check, status, message, diagnoses }: CheckResult): string {
  const head = `    <testcase classname="${escapeXml(skill ?? check)}" name="${check}"`;
  const findings = diagnoses.map(
    ({ severity, code, url = '', message: what, fix }) =>
      `${severity} ${code} ${url}\n${what}\nFix: ${fix}`,
  );
  const text = escapeXml(findings.join('\n\n'));
  if (status === 'failed') {
    const type = escapeXml(diagnoses[0]?.code ?? 'failed');
    return `${head}><failure type="${type}" message="${escapeXml(message)}">${text}</failure></testcase>`;
  }
  if (status !== 'passed') {
    return `${head}><skipped message="${escapeXml(message)}"/></testcase>`;
  }
  return text === '' ? `${head}/>` : `${head}><system-out>${text}</system-out></testcase>`;
}

/** Text without what XML 1.0 cannot hold, and with what it would act on escaped. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, (char) => `&#${char.charCodeAt(0)};`);
}
