import type { ChangedSkill, SkillDigest } from './changes';
import { code } from './markdown-text';
import type { Report } from './report-schema';

/** The change log of a report that was compared with a publication before, as Markdown blocks. */
export function changesMarkdown({ changes }: Report): string[] {
  if (!changes) return [];
  const { since, added, changed, removed, unchanged } = changes;
  const counts = `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged.`;
  return [
    `## Changes since ${code(since)}`,
    counts,
    ...section('Added', added.map(skillLine)),
    ...section('Changed', changed.flatMap(changedLines)),
    ...section('Removed', removed.map(skillLine)),
  ];
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')];

const skillLine = ({ name, digest }: SkillDigest) => `- ${code(name)} (${code(digest)})`;

function changedLines({ name, before, after, files }: ChangedSkill): string[] {
  const lines = Object.entries(files ?? {}).flatMap(([what, paths]) =>
    paths.map((path) => `  - ${what}: ${code(path)}`),
  );
  return [`- ${code(name)}: ${code(before)} → ${code(after)}`, ...lines];
}
