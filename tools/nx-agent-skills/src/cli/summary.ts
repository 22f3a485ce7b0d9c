import { appendFileSync } from 'node:fs';
import { publishedPath } from '@nx-agent-skills/discovery';
import type { Publication } from '@nx-agent-skills/publication';
import type { Finding } from '@nx-agent-skills/skill';

/** A publication for programs. */
export interface Summary {
  /** The index, relative to the folder in which the command was run. */
  index: string;
  /** The digest of every artifact by the name of its skill, sorted by name. */
  digests: Record<string, string>;
  published: number;
  refused: number;
  excluded: number;
  /** Names of skills, compared with the tree before. */
  added: string[];
  changed: string[];
  removed: string[];
  unchanged: number;
  findings: Finding[];
}

export function summaryOf({ report, changes, findings }: Publication, outputDir: string): Summary {
  const { added, changed, removed, unchanged } = changes;
  return {
    index: `${outputDir}/${publishedPath.index}`,
    digests: Object.fromEntries(report.skills.map(({ name, digest }) => [name, digest])),
    published: report.skills.length,
    refused: report.refused.length,
    excluded: report.excluded.length,
    added,
    changed,
    removed,
    unchanged,
    findings,
  };
}

/** Hands the summary to later steps of a workflow of GitHub Actions. */
export function writeGithubOutputs(summary: Summary, file = process.env.GITHUB_OUTPUT): void {
  if (!file) return;
  const { index, digests, published, refused, excluded } = summary;
  const outputs = { 'index-path': index, digests: JSON.stringify(digests) };
  const counts = { published, refused, excluded };
  const lines = Object.entries({ ...outputs, ...counts }).map(
    ([name, value]) => `${name}=${value}\n`,
  );
  appendFileSync(file, lines.join(''));
}
