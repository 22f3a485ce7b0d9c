import { readArchive } from '@nx-agent-skills/artifact';
import {
  buildIndex,
  type DiscoveryIndex,
  publishedPath,
  serializeIndex,
} from '@nx-agent-skills/discovery';
import { cataloguePage } from './catalogue/catalogue-page';
import { hostingFiles } from './hosting/hosting-files';
import type { PublishedSkill } from './publication';
import { reportMarkdown } from './report-markdown';
import { type Report, reportJsonSchema } from './report-schema';
import { legacyIndexFile, skillFiles } from './skill-files';

/** The report's files in the tree. */
export const REPORT_FILES = {
  json: 'agent-skills/report.json',
  schema: 'agent-skills/report.schema.json',
  markdown: 'agent-skills/report.md',
  html: publishedPath.catalogue,
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
    [REPORT_FILES.html, cataloguePage(report)],
  ]);
}

/** All files that follow from the index and the report alone, by path. */
export function derivedFiles(index: DiscoveryIndex, report: Report): Map<string, string> {
  return new Map([
    ...indexFiles(index),
    ...legacyIndexFile(report),
    ...hostingFiles({ href: report.origin }, report.hosting),
    ...reportFiles(report),
  ]);
}

/**
 * All files of a tree by path: those of the skills, and all that follows from index and report.
 *
 * @param skills those of the report, in its order
 */
export function treeFiles(
  skills: readonly PublishedSkill[],
  index: DiscoveryIndex,
  report: Report,
): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>(derivedFiles(index, report));
  for (const [at, reported] of report.skills.entries()) {
    const skill = skills[at];
    if (!skill) continue;
    const members = membersOf(skill);
    for (const { path, content } of skillFiles(reported, report)) {
      const bytes =
        content === 'artifact'
          ? skill.bytes
          : content === 'zip'
            ? skill.zip
            : members(content.member);
      if (bytes) files.set(path, bytes);
    }
  }
  return files;
}

/** The files in an artifact by path; an archive is unpacked only if more than SKILL.md is asked for. */
function membersOf({
  record,
  bytes,
  skillMd,
}: PublishedSkill): (path: string) => Buffer | undefined {
  let all: Map<string, Buffer> | undefined;
  return (path) => {
    if (record.type === 'skill-md') return bytes;
    if (path === 'SKILL.md') return skillMd;
    all ??= new Map(readArchive(bytes).map((member) => [member.path, member.bytes]));
    return all.get(path);
  };
}
