import type { Verification } from '@nx-agent-skills/deployment';
import { workflowCommand } from '../messages/format-annotations';

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** What the checks of a deployment have found, as workflow commands of GitHub Actions. */
export function formatCheckAnnotations({ results }: Verification): string {
  return results
    .flatMap(({ skill, check, diagnoses }) =>
      diagnoses.map(({ severity, code, url = '', message, fix }) =>
        workflowCommand(
          LEVELS[severity],
          { title: `${skill ?? check} ${check}: ${code}` },
          `${url} ${message} Fix: ${fix}`.trim(),
        ),
      ),
    )
    .map((line) => `${line}\n`)
    .join('');
}
