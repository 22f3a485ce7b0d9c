import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ArtifactUrlError, IndexError, VersionsError } from '@nx-agent-skills/discovery';
import { REPORT_FILES, type Report, reportSchema, writeReport } from '@nx-agent-skills/publication';
import { DeploymentError } from './deployment-error';
import { printable } from './diagnosis';
import { expectedIndex } from './expected-index';
import { expectedSkills } from './expected-skills';
import { expectedVersions } from './expected-versions';

/** A report on disk, in its tree or on its own. */
export interface ReportFile {
  /** Absolute. */
  path: string;
  /** The folder of the tree that it lies in, absolute. */
  tree?: string;
}

/** The report in the tree of an output folder. */
export function reportOfTree(folder: string): ReportFile {
  return { path: join(folder, REPORT_FILES.json), tree: folder };
}

/** A report that was named by its path; it may lie in a tree all the same. */
export function reportAt(path: string): ReportFile {
  const absolute = resolve(path);
  const tree = dirname(dirname(absolute));
  const isInTree =
    join(tree, REPORT_FILES.json) === absolute && existsSync(join(tree, REPORT_FILES.markdown));
  return { path: absolute, ...(isInTree ? { tree } : {}) };
}

/** @throws DeploymentError `deployment/no-report` when there is no report, or another kind of file */
export function readReport({ path }: ReportFile): Report {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new DeploymentError(
      'deployment/no-report',
      `There is no report ${path}.`,
      'Publish first (publish-index), or name the report of the tree that was deployed with --report.',
    );
  }
  const refuse = (what: string) =>
    new DeploymentError(
      'deployment/no-report',
      `${path} ${what}.`,
      'Name the agent-skills/report.json of a published tree, or publish again.',
    );
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw refuse('is no JSON');
  }
  const { success, data: report } = reportSchema.safeParse(data);
  if (!success) throw refuse('is no report of this version');
  const fault = promiseFault(report);
  if (fault !== undefined) throw refuse(`promises what no tree can hold: ${printable(fault)}`);
  return report;
}

/** Says why no tree can hold what a report promises, such as a file outside of the tree. */
function promiseFault(report: Report): string | undefined {
  const origin = { href: report.origin };
  try {
    expectedIndex(report, origin);
    expectedSkills(report, origin);
    expectedVersions(report);
    return undefined;
  } catch (error) {
    if (error instanceof ArtifactUrlError) return `${JSON.stringify(error.received)} ${error.fix}`;
    if (error instanceof IndexError) return error.problems[0]?.message;
    if (error instanceof VersionsError) return error.problems[0];
    throw error;
  }
}

/**
 * Changes a report as it lies on disk now. Files of the tree that repeat it are written as well.
 *
 * @param known the report that the change is about
 * @throws DeploymentError `deployment/tree-changed` when another tree was published meanwhile
 */
export function changeReport(
  file: ReportFile,
  known: Report,
  change: (report: Report) => Report,
): Report {
  const now = readReport(file);
  const isSame =
    now.index.digest === known.index.digest &&
    now.origin === known.origin &&
    JSON.stringify(now.snapshots) === JSON.stringify(known.snapshots);
  if (!isSame) {
    throw new DeploymentError(
      'deployment/tree-changed',
      `Another tree was published while this one was checked; the results were not recorded in ${file.path}.`,
      'Check again.',
    );
  }
  const changed = change(now);
  if (file.tree !== undefined) writeReport(file.tree, changed);
  else replaceFile(file.path, `${JSON.stringify(changed, null, 2)}\n`);
  return changed;
}

/** Puts a file in place in one step, so that nobody ever reads a part of it. */
function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
