import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publishedPath } from '@nx-agent-skills/discovery';
import type { PublishedSkill } from './publication';
import { reportMarkdown } from './report-markdown';
import { type Report, reportJsonSchema } from './report-schema';

/** The report's files in the tree. */
export const REPORT_FILES = {
  json: 'agent-skills/report.json',
  schema: 'agent-skills/report.schema.json',
  markdown: 'agent-skills/report.md',
} as const;

/**
 * Writes a whole tree into an empty folder: artifacts, the index and its scoped copy, the report.
 *
 * @param folder absolute
 * @param index the text of index.json
 */
export function stageTree(
  folder: string,
  skills: readonly PublishedSkill[],
  index: string,
  report: Report,
): void {
  for (const { artifactPath, bytes } of skills) write(folder, artifactPath, bytes);
  write(folder, publishedPath.index, index);
  write(folder, publishedPath.catalogueIndex, index);
  write(folder, REPORT_FILES.json, `${JSON.stringify(report, null, 2)}\n`);
  write(folder, REPORT_FILES.schema, reportJsonSchema());
  write(folder, REPORT_FILES.markdown, reportMarkdown(report));
}

function write(folder: string, path: string, content: string | Buffer): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
