import { rmSync } from 'node:fs';
import { type Finding, sortFindings } from '@nx-agent-skills/skill';
import { type Changes, compareWithPublished } from './changes';
import { keepResults } from './keep-results';
import {
  keepSpare,
  newStagingFolder,
  type OutputFolder,
  openOutputFolder,
  removeLeftovers,
  restorePrevious,
  swapIn,
} from './output-folder';
import { prepareSkills } from './prepare-skills';
import type { BuiltSkill, PublicationOptions } from './publication';
import { makeReport } from './report';
import type { Report } from './report-schema';
import { treeFiles } from './tree-files';
import { fillFolder, holdsExactly, type TreeFiles } from './tree-folder';
import { verifyTree } from './verify-tree';

export interface Publication {
  report: Report;
  changes: Changes;
  /** About the source tree as a whole and about single skills, refused ones among them. */
  findings: Finding[];
}

/**
 * Publishes built skills (contract steps 1 to 5): verifies every artifact, assembles the whole tree
 * in a staging folder beside the output folder, checks it as a stock client would read it, and
 * exchanges the two. A tree that is right already stays, with
 * the results of its checks. On any fault the earlier one stays as it was.
 *
 * @param built every skill of the workspace, from the project graph
 * @param layout findings about the source tree as a whole
 * @param dryRun when true, all is checked and nothing is written
 * @throws PublicationError, ArtifactError: nothing was published; all faults of the run are in it
 */
export function publish(
  built: readonly BuiltSkill[],
  layout: readonly Finding[],
  options: PublicationOptions,
  dryRun = false,
): Publication {
  const output = openOutputFolder(
    options.workspaceRoot,
    options.outputDir,
    built.map(({ path }) => path),
  );
  if (!dryRun) restorePrevious(output);
  const { skills, refused, findings } = prepareSkills(built, layout, options);
  const { report: made, index } = makeReport(skills, refused, findings, options);
  const report = keepResults(made, output.folder);
  const changes = compareWithPublished(output.folder, skills);
  const all = [
    ...findings,
    ...skills.flatMap(({ record }) => record.findings),
    // One error may be about several skills.
    ...new Set(refused.flatMap((each) => each.findings)),
  ];
  if (dryRun) return { report, changes, findings: sortFindings(all) };

  removeLeftovers(output);
  putInPlace(output, treeFiles(skills, index, report), options.spareFolder);
  return { report, changes, findings: sortFindings(all) };
}

function putInPlace(output: OutputFolder, files: TreeFiles, spare: string | undefined): void {
  if (holdsExactly(output.folder, files)) {
    verifyTree(output.folder);
    return;
  }
  const staged = newStagingFolder(output, spare);
  try {
    fillFolder(staged, files);
    verifyTree(staged);
    const earlier = swapIn(output, staged);
    if (earlier !== undefined && spare !== undefined) keepSpare(earlier, spare);
    removeLeftovers(output);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
