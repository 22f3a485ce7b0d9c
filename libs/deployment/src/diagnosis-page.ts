import type { DeploymentRule } from './deployment-rule';
import { DIAGNOSES } from './diagnosis-table';

/** The page of the documentation that lists all diagnoses, in Markdown. */
export function diagnosisPage(): string {
  const rows = Object.entries<DeploymentRule>(DIAGNOSES).map(
    ([code, { severity, what, fix }]) => `### \`${code}\` (${severity})\n\n${what}\n\nFix: ${fix}`,
  );
  return `${[
    '# Diagnoses',
    'What [the checks after the deploy](verifying.md) can find. An *error* fails the check; a *warning* is reported with a check that has passed; an *info* is reported only.',
    'This page is made from the table in the code: `npm run docs`.',
    ...rows,
  ].join('\n\n')}\n`;
}
