import { appendFileSync } from 'node:fs';
import { publishedPath } from '@nx-agent-skills/discovery';
import { type Changes, type Publication, PublicationError } from '@nx-agent-skills/publication';
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
  /** Compared with the publication before: the one that was named, or the tree. */
  changes: Changes;
  findings: Finding[];
}

/** @param outputDir the tree, relative to the folder in which the command was run */
export function summaryOf({ report, changes, findings }: Publication, outputDir: string): Summary {
  return {
    index: `${outputDir}/${publishedPath.index}`,
    digests: Object.fromEntries(report.skills.map(({ name, digest }) => [name, digest])),
    published: report.skills.length,
    refused: report.refused.length,
    excluded: report.excluded.length,
    changes,
    findings,
  };
}

/** A publication that was refused, for programs. */
export function failureSummary(
  failure: string,
  error: unknown,
): { error: string; findings: readonly Finding[] } {
  return { error: failure, findings: error instanceof PublicationError ? error.findings : [] };
}

/** A result as programs read it. */
export const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

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
