import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { serializeIndex } from '@nx-agent-skills/discovery';
import { type Finding, sortFindings } from '@nx-agent-skills/skill';
import { addressedFilesIn, keptFiles } from './addressed-files';
import { type Changes, compareReports, compareWithPrevious } from './changes';
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
import { prepareSkills, type VerifiedArtifacts } from './prepare-skills';
import type { BuiltSkill, PublicationOptions, PublishedSkill } from './publication';
import { PublicationError } from './publication-error';
import { makeReport } from './report';
import { REPORT_FILES } from './report-json';
import type { Report } from './report-schema';
import { reusedFiles } from './reused-files';
import { refuseLostReleases } from './snapshots/lost-releases';
import { readSnapshots } from './snapshots/read-snapshots';
import { snapshotFiles } from './snapshots/snapshot-files';
import { readFileIfThere } from './tree-entries';
import { type MadeTree, makeTree, treeFiles } from './tree-files';
import { fillFolder, refillFolder, type TreeFiles } from './tree-folder';
import { hasModes, type UsualModes, usualModesBeside } from './usual-modes';
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
 * @param verified artifacts that this process has verified already, by the skill's path
 * @throws PublicationError, ArtifactError: nothing was published; all faults of the run are in it
 */
export function publish(
  built: readonly BuiltSkill[],
  layout: readonly Finding[],
  options: PublicationOptions,
  dryRun = false,
  verified: VerifiedArtifacts = new Map(),
): Publication {
  const output = openOutputFolder(
    options.workspaceRoot,
    options.outputDir,
    built.map(({ path }) => path),
  );
  if (!dryRun) restorePrevious(output);
  const { skills, refused, findings } = prepareSkills(built, layout, options, verified);
  const snapshots = readSnapshots(options.snapshots, options.origin, today(skills, options));
  const frozen = snapshotFiles(snapshots);
  const { report: made, index } = makeReport(skills, refused, findings, options, snapshots);
  const earlier = readFileIfThere(join(output.folder, REPORT_FILES.json));
  refuseLostReleases(earlier, made);
  const named = options.previous && compareWithPrevious(options.previous, made);
  const report = keepResults(withChanges(made, named, options), earlier);
  const tree = makeTree(index, report, true, frozen);
  const changes = named ?? compareReports(earlier, report, tree.reportText);
  if (options.onRemoved === 'fail' && changes.removed.length > 0) throw removedSkills(changes);
  const all = [
    ...findings,
    ...skills.flatMap(({ record }) => record.findings),
    // One error may be about several skills.
    ...new Set(refused.flatMap((each) => each.findings)),
  ];
  if (dryRun) return { report, changes, findings: sortFindings(all) };

  removeLeftovers(output);
  const modes = usualModesBeside(output.folder);
  const isInPlace = earlier === tree.reportText && hasModes(output.folder, modes);
  if (!isInPlace || !isRight(output.folder, tree)) {
    const certain = tree.isRecalled ? makeTree(index, report, false, frozen) : tree;
    const files = treeFiles(skills, certain, options.workspaceRoot);
    const kept = keptFiles(output.folder, serializeIndex(index), files);
    putInPlace(output, certain, new Map([...files, ...kept]), modes, options.spareFolder);
  }
  return { report, changes, findings: sortFindings(all) };
}

/** What is compared with a tree that lies here by chance is not written down: it would differ elsewhere. */
function withChanges(
  report: Report,
  named: Changes | undefined,
  { previous }: PublicationOptions,
): Report {
  if (!named || !previous) return report;
  const { compared: _, ...changes } = named;
  const { skills, findings, refused, excluded, ...first } = report;
  const last = { skills, findings, refused, excluded };
  return { ...first, changes: { since: previous.source, ...changes }, ...last };
}

function removedSkills({ removed }: Changes): PublicationError {
  const names = removed.map(({ name }) => name).join(', ');
  return new PublicationError(
    'publication/removed',
    `Skills that were published before are gone: ${names}.\n    Fix: restore them; or publish once with onRemoved=allow, if whoever uses them is to lose them.`,
  );
}

/** The artifacts of today by their digests, for releases that need not have theirs. */
function today(
  skills: readonly PublishedSkill[],
  { snapshots }: PublicationOptions,
): Map<string, string> {
  if (snapshots?.rebuild === undefined) return new Map();
  const written = skills.flatMap(({ artifact }) => [
    artifact,
    ...(artifact.zip ? [artifact.zip] : []),
  ]);
  return new Map(written.map(({ digest, file }) => [digest, file]));
}

/** Whether the tree of the earlier publication is what this one would write, to the last byte. */
function isRight(folder: string, tree: MadeTree): boolean {
  try {
    verifyTree(folder, tree);
    return true;
  } catch (error) {
    if (error instanceof PublicationError) return false;
    throw error;
  }
}

function putInPlace(
  output: OutputFolder,
  tree: MadeTree,
  files: TreeFiles,
  modes: UsualModes,
  spare: string | undefined,
): void {
  const isUsable = spare !== undefined && hasModes(spare, modes);
  const staged = newStagingFolder(output, isUsable ? spare : undefined);
  try {
    if (!isRefilled(staged, tree, files)) {
      fillFolder(staged, files);
      verifyTree(staged, tree);
    }
    const earlier = swapIn(output, staged);
    if (earlier !== undefined && spare !== undefined) keepSpare(earlier, spare);
    removeLeftovers(output);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Whether the tree before the published one needed few changes, and is right with them. */
function isRefilled(staged: string, tree: MadeTree, files: TreeFiles): boolean {
  const earlier = readFileIfThere(join(staged, REPORT_FILES.json));
  const reused =
    earlier === undefined ? undefined : reusedFiles(earlier, tree.report, tree.reportText);
  if (!reused) return false;
  // The report names them all by their digests.
  for (const path of tree.snapshots.keys()) reused.kept.add(path);
  // No report names those that were kept for the clients of an earlier index.
  reused.stale.push(...addressedFilesIn(staged));
  try {
    refillFolder(staged, files, reused);
  } catch {
    // A folder in the place of a file, say: whatever it is, all is looked at then.
    return false;
  }
  return isRight(staged, tree);
}
