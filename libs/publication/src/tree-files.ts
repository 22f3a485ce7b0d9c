import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, readArchive } from '@nx-agent-skills/artifact';
import {
  buildIndex,
  type DiscoveryIndex,
  publishedPath,
  serializeIndex,
} from '@nx-agent-skills/discovery';
import { hostingFiles } from './hosting/hosting-files';
import { immutableFolders } from './hosting/immutable-folders';
import type { PublishedSkill } from './publication';
import { REPORT_FILES, reportJson } from './report-json';
import { type ReportPages, reportPages } from './report-pages';
import { type Report, reportJsonSchema } from './report-schema';
import { legacyIndexFile, type SkillFile, skillFiles } from './skill-files';
import type { Bytes, TreeFiles } from './tree-folder';

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
export function reportFiles(
  text: string,
  { markdown, html }: ReportPages,
): Map<string, string | Bytes> {
  return new Map<string, string | Bytes>([
    [REPORT_FILES.json, text],
    [REPORT_FILES.schema, reportJsonSchema()],
    [REPORT_FILES.markdown, markdown],
    [REPORT_FILES.html, html],
  ]);
}

/** A publication before it is written. */
export interface MadeTree {
  index: DiscoveryIndex;
  report: Report;
  /** The content of report.json. */
  reportText: string;
  /** All files that follow from the index and the report alone, by path. */
  derived: ReadonlyMap<string, string | Bytes>;
  /** All files of releases that were frozen, by path. */
  snapshots: ReadonlyMap<string, string | Bytes>;
  /** Whether the digests of its pages come from memory, where they may be wrong. */
  isRecalled: boolean;
}

/** @param mayRecall whether the digests of pages may come from memory, instead of the pages */
export function makeTree(
  index: DiscoveryIndex,
  report: Report,
  mayRecall = false,
  snapshots: MadeTree['snapshots'] = new Map(),
): MadeTree {
  const reportText = reportJson(report);
  const pages = reportPages(report, reportText, mayRecall);
  const derived = new Map<string, string | Bytes>([
    ...indexFiles(index),
    ...legacyIndexFile(report),
    ...hostingFiles({ href: report.origin }, report.hosting, immutableFolders(report)),
    ...reportFiles(reportText, pages),
  ]);
  return { index, report, reportText, derived, snapshots, isRecalled: pages.isRecalled };
}

/**
 * All files of a tree by path: those of the skills, and all that follows from index and report.
 *
 * @param skills those of the report, in its order
 * @param workspaceRoot absolute
 */
export function treeFiles(
  skills: readonly PublishedSkill[],
  { report, derived, snapshots }: MadeTree,
  workspaceRoot: string,
): TreeFiles {
  const files = new Map<string, string | Bytes>([...derived, ...snapshots]);
  for (const [at, reported] of report.skills.entries()) {
    const skill = skills[at];
    if (!skill) continue;
    for (const file of skillFiles(reported, report)) {
      const { path, digest } = file;
      files.set(path, { digest, read: () => readContent(skill, file, workspaceRoot) });
    }
  }
  return files;
}

function readContent(
  { artifact, record }: PublishedSkill,
  { digest, content }: SkillFile,
  workspaceRoot: string,
): Buffer {
  if (content === 'zip' && artifact.zip) return readFileSync(artifact.zip.file);
  if (typeof content === 'string' || artifact.type === 'skill-md')
    return readFileSync(artifact.file);
  // The source has these bytes, and need not be unpacked. Whatever is read is verified in the tree.
  const source = readFileSync(join(workspaceRoot, record.path, content.member));
  if (digestOf(source) === digest) return source;
  const members = readArchive(readFileSync(artifact.file));
  return members.find(({ path }) => path === content.member)?.bytes ?? source;
}
