import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  buildIndex,
  type DiscoveryIndex,
  publishedPath,
  serializeIndex,
} from '@nx-agent-skills/discovery';
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
 * The indexes of a tree by path: the one at the root, its copy beside the artifacts, and one with a
 * single entry for every skill, so that a client that wants one skill does not download them all.
 */
export function indexFiles(index: DiscoveryIndex): Map<string, string> {
  const text = serializeIndex(index);
  return new Map([
    [publishedPath.index, text],
    [publishedPath.catalogueIndex, text],
    ...index.skills.map((entry): [string, string] => [
      publishedPath.skillIndex(entry.name),
      serializeIndex(buildIndex([entry])),
    ]),
  ]);
}

/**
 * Writes a whole tree into an empty folder: artifacts, indexes, the report.
 *
 * @param folder absolute
 */
export function stageTree(
  folder: string,
  skills: readonly PublishedSkill[],
  index: DiscoveryIndex,
  report: Report,
): void {
  for (const { artifactPath, bytes } of skills) write(folder, artifactPath, bytes);
  for (const [path, text] of indexFiles(index)) write(folder, path, text);
  write(folder, REPORT_FILES.json, `${JSON.stringify(report, null, 2)}\n`);
  write(folder, REPORT_FILES.schema, reportJsonSchema());
  write(folder, REPORT_FILES.markdown, reportMarkdown(report));
}

function write(folder: string, path: string, content: string | Buffer): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
