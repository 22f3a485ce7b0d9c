import type { Finding } from '@nx-agent-skills/skill';

/** Findings as workflow commands of GitHub Actions, which shows them beside the changed lines. */
export function formatAnnotations(findings: readonly Finding[]): string {
  return findings
    .map(({ severity, file, line, column, code, message, fix }) =>
      workflowCommand(severity, { file, line, col: column, title: code }, `${message} Fix: ${fix}`),
    )
    .join('\n');
}

/** One workflow command. All text in it is escaped, so that none of it acts as a command. */
export function workflowCommand(
  level: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${level} ${given.join(',')}::${escapeData(message)}`;
}

/** As GitHub's own toolkit does, so that no text of a skill can become a command. */
const escapeData = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string) =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
