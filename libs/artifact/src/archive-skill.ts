import { join } from 'node:path';
import {
  checkSkillPath,
  type Finding,
  hasErrors,
  readSkill,
  sortFindings,
  strictly,
} from '@nx-agent-skills/skill';
import { checkArchivePaths } from './archive-path';
import { makeArtifact } from './artifact';
import { emptyFolder, writeArtifact } from './artifact-folder';

/** A skill to archive. Can be sent to another thread. */
export interface ArchiveJob {
  /** Absolute. */
  workspaceRoot: string;
  /** The skill's folder, relative to the workspace. */
  skillPath: string;
  /** Where the artifact goes, relative to the workspace; emptied first. */
  outputFolder: string;
  /** Whether warnings refuse the skill as errors do. */
  strict: boolean;
}

export interface ArchiveResult {
  /** Whether the artifact was written. When not, the findings hold the errors. */
  archived: boolean;
  findings: Finding[];
}

/**
 * Turns one skill into its artifact on disk, or refuses it with all its faults. A refused skill
 * leaves an empty output folder.
 */
export function archiveSkill(job: ArchiveJob): ArchiveResult {
  const outputFolder = join(job.workspaceRoot, job.outputFolder);
  emptyFolder(outputFolder);
  const read = readSkill(job.workspaceRoot, job.skillPath);
  const paths = read.skill?.files.map(({ path }) => path) ?? read.paths;
  const all = [
    ...checkSkillPath(job.skillPath),
    ...read.findings,
    ...checkArchivePaths(paths, job.skillPath),
  ];
  const findings = sortFindings(job.strict ? strictly(all) : all);
  if (!read.skill || hasErrors(findings)) return { archived: false, findings };
  writeArtifact(outputFolder, makeArtifact(read.skill), findings);
  return { archived: true, findings };
}

/** `archiveSkill` with what it throws (a full disk, say) as a value. */
export function tryArchiveSkill(job: ArchiveJob): ArchiveResult | Error {
  try {
    return archiveSkill(job);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
