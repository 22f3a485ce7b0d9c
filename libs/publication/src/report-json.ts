import { publishedPath } from '@nx-agent-skills/discovery';
import type { Report } from './report-schema';

/** The report's files in the tree. */
export const REPORT_FILES = {
  json: 'agent-skills/report.json',
  schema: 'agent-skills/report.schema.json',
  markdown: 'agent-skills/report.md',
  html: publishedPath.catalogue,
} as const;

/**
 * The text of report.json: one line for every skill and every finding, so that two reports can be
 * compared line by line and a large one stays quick to write.
 */
export function reportJson(report: Report): string {
  const entries = Object.entries(report).map(
    ([key, value]) =>
      `  ${JSON.stringify(key)}: ${Array.isArray(value) ? list(value) : JSON.stringify(value)}`,
  );
  return `{\n${entries.join(',\n')}\n}\n`;
}

function list(items: readonly unknown[]): string {
  if (items.length === 0) return '[]';
  return `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}

/** What stands before the lines of skills. */
export const SKILLS_KEY = '\n  "skills": [\n';

/** The lines of skills in the text of a report, in their order and without what separates them. */
export function skillLines(text: string): Set<string> {
  const start = text.indexOf(SKILLS_KEY);
  const end = text.indexOf('\n  ]', start);
  if (start === -1 || end === -1) return new Set();
  const lines = text.slice(start + SKILLS_KEY.length, end).split('\n');
  return new Set(lines.map((line) => line.slice(4, line.endsWith(',') ? -1 : undefined)));
}
