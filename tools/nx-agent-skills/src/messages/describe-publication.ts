import type { ChangedSkill, Publication } from '@nx-agent-skills/publication';
import { formatFindings, showPath } from '@nx-agent-skills/skill';

/** What a publication prints: a line per change, all findings, and one line with the counts. */
export function describePublication(
  { report, changes, findings }: Publication,
  outputDir: string,
  dryRun: boolean,
): string {
  const lines = changes.compared
    ? [
        ...changes.added.map(({ name }) => `+ ${name}`),
        ...changes.changed.flatMap(describeChange),
        ...changes.removed.map(({ name }) => `- ${name}`),
      ]
    : [];
  if (findings.length > 0) lines.push(formatFindings(findings));
  const counts = `${changes.added.length} added, ${changes.changed.length} changed, ${changes.removed.length} removed, ${changes.unchanged} unchanged`;
  const verb = dryRun ? 'would be published to' : 'published to';
  lines.push(
    `${report.skills.length} skills ${verb} ${outputDir} for ${report.origin} (${counts}).`,
  );
  if (report.refused.length > 0) {
    lines.push(
      `${report.refused.length} refused and left out: ${list(report.refused.map(({ path }) => path))}`,
    );
  }
  if (report.excluded.length > 0) {
    lines.push(`${report.excluded.length} excluded on purpose: ${list(report.excluded)}`);
  }
  if (!dryRun) {
    lines.push(
      `Deploy the folder with its dot-folders, then check what is served: verify-deployment, or by hand as ${outputDir}/agent-skills/report.md says.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Which files of the skill have changed, where that is known; the digests are in the report. */
function describeChange({ name, files }: ChangedSkill): string[] {
  const { added = [], changed = [], removed = [] } = files ?? {};
  return [
    `~ ${name}`,
    ...added.map((path) => `    + ${showPath(path)}`),
    ...changed.map((path) => `    ~ ${showPath(path)}`),
    ...removed.map((path) => `    - ${showPath(path)}`),
  ];
}

/** A line break in a path must not begin a line of its own, which a CI may take for a command. */
const list = (paths: readonly string[]) => paths.map(showPath).join(', ');
