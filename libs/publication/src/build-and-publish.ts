import { relative } from 'node:path';
import { ArtifactError, archiveSkills } from '@nx-agent-skills/artifact';
import { type Finding, ignoreRules } from '@nx-agent-skills/skill';
import { openOutputFolder } from './output-folder';
import type { BuiltSkill, PublicationOptions } from './publication';
import { PublicationError } from './publication-error';
import { type Publication, publish } from './publish';
import { type VerifiedArtifact, verifyArtifact } from './verify-artifact';

/**
 * Builds and publishes skills in one process: archives and records those whose artifact is not what
 * the sources say, on several threads, and publishes all of them.
 *
 * @param skills where the artifact and the record of each lie, or go
 * @param layout findings about the source tree as a whole
 * @param dryRun when true, artifacts are built, and the tree is checked and not written
 * @throws PublicationError, ArtifactError: nothing was published; all faults of the run are in it
 */
export async function buildAndPublish(
  skills: readonly BuiltSkill[],
  layout: readonly Finding[],
  options: PublicationOptions,
  dryRun = false,
): Promise<Publication> {
  const { workspaceRoot, outputDir } = options;
  // Before anything is built: what is wrong with it is no news of the skills.
  openOutputFolder(
    workspaceRoot,
    outputDir,
    skills.map(({ path }) => path),
  );
  const verified = currentArtifacts(skills, options);
  const stale = skills.filter(({ path }) => !verified.has(path));
  await build(stale, options);
  return publish(skills, layout, options, dryRun, verified);
}

/** By path, the artifacts that are what the sources say, with what belongs to them. */
function currentArtifacts(
  skills: readonly BuiltSkill[],
  { workspaceRoot, settings, zip }: PublicationOptions,
): Map<string, VerifiedArtifact> {
  const rulesOf = ignoreRules(workspaceRoot);
  const current = new Map<string, VerifiedArtifact>();
  for (const skill of skills) {
    try {
      const verified = verifyArtifact(workspaceRoot, skill, settings, rulesOf);
      const isWhole =
        zip === 'off' || verified.artifact.type !== 'archive' || verified.artifact.zip;
      if (isWhole) current.set(skill.path, verified);
    } catch (error) {
      if (!(error instanceof ArtifactError || error instanceof PublicationError)) throw error;
    }
  }
  return current;
}

async function build(
  skills: readonly BuiltSkill[],
  { workspaceRoot, settings, zip }: PublicationOptions,
): Promise<void> {
  const jobs = skills.map(({ path, artifactFolder, recordFile }) => ({
    workspaceRoot,
    skillPath: path,
    outputFolder: relative(workspaceRoot, artifactFolder),
    settings,
    // The publication tells what to make of it.
    recordRefusal: true,
    withZip: zip !== 'off',
    recordFile,
  }));
  for await (const [, result] of archiveSkills(jobs)) {
    if (result instanceof Error) throw result;
  }
}
