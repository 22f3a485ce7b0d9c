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
