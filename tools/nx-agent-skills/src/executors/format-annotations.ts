import type { Finding } from '@nx-agent-skills/skill';

/** Findings as workflow commands of GitHub Actions, which shows them beside the changed lines. */
export function formatAnnotations(findings: readonly Finding[]): string {
  return findings
    .map(({ severity, file, line, column, code, message, fix }) => {
      const properties = [
        `file=${escapeProperty(file)}`,
        ...(line === undefined ? [] : [`line=${line}`]),
        ...(column === undefined ? [] : [`col=${column}`]),
        `title=${escapeProperty(code)}`,
      ].join(',');
      return `::${severity} ${properties}::${escapeData(`${message} Fix: ${fix}`)}`;
    })
    .join('\n');
}

/** As GitHub's own toolkit does, so that no text of a skill can become a command. */
const escapeData = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string) =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
