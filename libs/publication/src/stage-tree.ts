import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  buildIndex,
  type DiscoveryIndex,
  type EntryType,
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

/** The report in all its forms by path. The others say what report.json says, and nothing else. */
export function reportFiles(report: Report): Map<string, string> {
  return new Map([
    [REPORT_FILES.json, `${JSON.stringify(report, null, 2)}\n`],
    [REPORT_FILES.schema, reportJsonSchema()],
    [REPORT_FILES.markdown, reportMarkdown(report)],
  ]);
}

/**
 * Whether the SKILL.md of an archive lies beside it, where people and programs look for it by the
 * skill's name (contract step 4); the index points to the archive.
 */
export function hasSkillMdBeside(skill: { type: EntryType; indexed: boolean }): boolean {
  return skill.type === 'archive' && skill.indexed;
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
  for (const skill of skills) {
    write(folder, skill.artifactPath, skill.bytes);
    if (hasSkillMdBeside({ ...skill.record, ...skill }) && skill.skillMd) {
      write(folder, publishedPath.skillMd(skill.name), skill.skillMd);
    }
  }
  for (const [path, text] of indexFiles(index)) write(folder, path, text);
  for (const [path, text] of reportFiles(report)) write(folder, path, text);
}

function write(folder: string, path: string, content: string | Buffer): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
