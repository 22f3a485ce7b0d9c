import { rmSync } from 'node:fs';
import { ArtifactError } from '@nx-agent-skills/artifact';
import { artifactUrl, buildIndex, serializeIndex } from '@nx-agent-skills/discovery';
import {
  compareBytes,
  type Finding,
  hasErrors,
  sortFindings,
  strictly,
} from '@nx-agent-skills/skill';
import { type Changes, compareWithPublished } from './changes';
import {
  newStagingFolder,
  openOutputFolder,
  removeLeftovers,
  restorePrevious,
  swapIn,
} from './output-folder';
import { placeSkills } from './place-skills';
import type { BuiltSkill, PublicationOptions, PublishedSkill } from './publication';
import { PublicationError } from './publication-error';
import { makeReport } from './report';
import type { Report } from './report-schema';
import { stageTree } from './stage-tree';
import { checkTrackedFiles } from './tracked-files';
import { type VerifiedArtifact, verifyArtifact } from './verify-artifact';
import { verifyTree } from './verify-tree';

export interface Publication {
  report: Report;
  changes: Changes;
  /** Warnings about the source tree as a whole and about single skills. */
  findings: Finding[];
}

/**
 * Publishes built skills (contract steps 1 to 5): verifies every artifact, assembles the whole tree
 * in a staging folder beside the output folder, checks it as a stock client would read it, and
 * exchanges the two. On any fault the earlier tree stays as it was.
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
  const { skills, findings } = prepare(built, layout, options);
  const index = buildIndex(
    skills.filter(({ indexed }) => indexed).map((skill) => indexEntry(skill, options)),
  );
  const report = makeReport(skills, serializeIndex(index), findings, options);
  const changes = compareWithPublished(output.folder, skills);
  const all = [...findings, ...skills.flatMap(({ record }) => record.findings)];
  if (dryRun) return { report, changes, findings: sortFindings(all) };

  removeLeftovers(output);
  const staged = newStagingFolder(output);
  try {
    stageTree(staged, skills, index, report);
    verifyTree(staged);
    swapIn(output, staged);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
  return { report, changes, findings: sortFindings(all) };
}

interface Prepared {
  /** Sorted by name. */
  skills: PublishedSkill[];
  /** Warnings about the source tree as a whole. */
  findings: Finding[];
}

/** Verifies and places every skill, and refuses all that is wrong in one go. */
function prepare(
  built: readonly BuiltSkill[],
  layout: readonly Finding[],
  options: PublicationOptions,
): Prepared {
  const { artifacts, faults } = verifyAll(built, options.workspaceRoot);
  const placed = placeSkills(artifacts, options.bundleSlugs);
  const known = new Set(layout.map(({ code, file }) => `${code} ${file}`));
  const together = [
    ...layout,
    ...placed.findings.filter(({ code, file }) => !known.has(`${code} ${file}`)),
    ...checkTrackedFiles(options.workspaceRoot, placed.skills),
  ];
  const findings = sortFindings(together);
  const ofSkills = placed.skills.flatMap(({ record }) => record.findings);
  // An archive that was built without the option may have warnings of its own.
  const held = options.strict ? strictly([...findings, ...ofSkills]) : findings;
  const refusals = [...faults, ...(hasErrors(held) ? [refusalOf(held)] : [])];
  const [only] = refusals;
  if (only && refusals.length === 1) throw only;
  if (only) {
    throw new PublicationError(
      'publication/refused',
      refusals.map(({ message }) => message).join('\n'),
    );
  }
  const skills = placed.skills.sort(
    (a, b) => compareBytes(a.name, b.name) || compareBytes(a.artifactPath, b.artifactPath),
  );
  return { skills, findings };
}

function verifyAll(
  built: readonly BuiltSkill[],
  workspaceRoot: string,
): { artifacts: VerifiedArtifact[]; faults: Error[] } {
  const artifacts: VerifiedArtifact[] = [];
  const faults: Error[] = [];
  for (const skill of built) {
    try {
      artifacts.push(verifyArtifact(workspaceRoot, skill));
    } catch (error) {
      const isKnown = error instanceof ArtifactError || error instanceof PublicationError;
      if (!isKnown) throw error;
      faults.push(error);
    }
  }
  return { artifacts, faults };
}

function refusalOf(findings: readonly Finding[]): PublicationError {
  return new PublicationError(
    'publication/refused',
    'The publication is refused; the tree of the earlier one is untouched.',
    findings.filter(({ severity }) => severity === 'error'),
  );
}

function indexEntry({ record, name, artifactPath }: PublishedSkill, options: PublicationOptions) {
  return {
    name,
    type: record.type,
    description: record.description ?? '',
    url: artifactUrl(options.origin, artifactPath),
    digest: record.digest,
  };
}
