import { type Finding, formatFindings } from '@nx-agent-skills/skill';
import { formatAnnotations } from '../messages/format-annotations';

export type FindingFormat = 'text' | 'json' | 'github';

/** The findings in a format; nothing at all when there are none, except for JSON. */
export function formatAs(format: FindingFormat, findings: readonly Finding[]): string {
  if (format === 'json') return `${JSON.stringify(findings, null, 2)}\n`;
  if (findings.length === 0) return '';
  const text = `${formatFindings(findings)}\n`;
  const isGithub = format === 'github' || process.env.GITHUB_ACTIONS === 'true';
  return isGithub ? `${text}${formatAnnotations(findings)}\n` : text;
}
