import { join } from 'node:path';
import type { Finding, IgnoreRulesOf, RuleSettings } from '@nx-agent-skills/skill';
import { makeArtifact } from './artifact';
import { emptyFolder, writeArtifact } from './artifact-folder';
import { checkSkill } from './check-skill';
import { recordArtifact, writeRecord } from './record';
import { writeRefusal } from './refusal';

/** A skill to archive. Can be sent to another thread. */
export interface ArchiveJob {
  /** Absolute. */
  workspaceRoot: string;
  /** The skill's folder, relative to the workspace. */
  skillPath: string;
  /** Where the artifact goes, relative to the workspace; emptied first. */
  outputFolder: string;
  settings: RuleSettings;
  /** Whether a refusal is recorded in the output folder, for a publication without the skill. */
  recordRefusal: boolean;
  /** Whether an archive is made as a zip as well. */
  withZip?: boolean;
  /** Where the artifact is recorded once it was read back; absolute. Else nothing is recorded. */
  recordFile?: string;
}

export interface ArchiveResult {
  /** Whether the artifact was written. When not, the findings hold the errors. */
  archived: boolean;
  findings: Finding[];
}

/**
 * Turns one skill into its artifact on disk, or refuses it with all its faults. A refused skill
 * leaves no artifact in the output folder.
 *
 * @param rulesOf the ignore rules of the workspace, which a caller with many skills reads once
 */
export function archiveSkill(job: ArchiveJob, rulesOf?: IgnoreRulesOf): ArchiveResult {
  const outputFolder = join(job.workspaceRoot, job.outputFolder);
  emptyFolder(outputFolder);
  const { skill, findings } = checkSkill(job.workspaceRoot, job.skillPath, job.settings, rulesOf);
  if (skill) writeArtifact(outputFolder, makeArtifact(skill, job.withZip), findings);
  else if (job.recordRefusal) writeRefusal(outputFolder, job.skillPath);
  if (skill && job.recordFile !== undefined) {
    writeRecord(job.recordFile, recordArtifact(outputFolder, job.skillPath));
  }
  return { archived: skill !== undefined, findings };
}

/** `archiveSkill` with what it throws (a full disk, say) as a value. */
export function tryArchiveSkill(job: ArchiveJob, rulesOf?: IgnoreRulesOf): ArchiveResult | Error {
  try {
    return archiveSkill(job, rulesOf);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
