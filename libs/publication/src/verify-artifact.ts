import {
  type ArtifactOnDisk,
  checkSources,
  readVerifiedRecord,
  type SkillRecord,
} from '@nx-agent-skills/artifact';
import {
  type Finding,
  type IgnoreRulesOf,
  type LeftOut,
  type RuleSettings,
  showPath,
} from '@nx-agent-skills/skill';
import type { BuiltSkill } from './publication';
import { PublicationError } from './publication-error';

/** An artifact that was found to be what its record and the sources say. */
export interface VerifiedArtifact {
  record: SkillRecord;
  artifact: ArtifactOnDisk;
  leftOut: LeftOut[];
}

/**
 * Checks a built skill before it is published. Neither the record nor a cache is trusted: the
 * artifact is hashed and read again, and every file in it is compared with the sources.
 *
 * @param rulesOf the ignore rules of the workspace, which a caller with many skills reads once
 * @throws ArtifactError when the artifact or the record is damaged
 * @throws PublicationError `publication/stale-artifact` when the sources say otherwise
 */
export function verifyArtifact(
  workspaceRoot: string,
  skill: BuiltSkill,
  settings: RuleSettings,
  rulesOf?: IgnoreRulesOf,
): VerifiedArtifact {
  const { recordFile, artifactFolder, path } = skill;
  const { record, artifact } = readVerifiedRecord(recordFile, artifactFolder, path);
  const { findings, leftOut } = compareWithSources(workspaceRoot, record, settings, rulesOf);
  return { record: { ...record, findings }, artifact, leftOut };
}

/** Holds the sources to all rules once more: the findings of a record may come from a cache. */
function compareWithSources(
  workspaceRoot: string,
  record: SkillRecord,
  settings: RuleSettings,
  rulesOf: IgnoreRulesOf | undefined,
): { findings: Finding[]; leftOut: LeftOut[] } {
  const { skill, findings, leftOut } = checkSources(workspaceRoot, record.path, settings, rulesOf);
  if (!skill) {
    const message = `${record.path} cannot be published:`;
    throw new PublicationError('publication/refused', message, findings);
  }
  const packed = new Map<string, string>(record.files.map((file) => [file.path, file.digest]));
  const changed = skill.files.filter(({ path, digest }) => packed.get(path) !== digest);
  const paths = new Set(skill.files.map(({ path }) => path));
  const gone = [...packed.keys()].filter((path) => !paths.has(path));
  if (changed.length + gone.length > 0) {
    const named = [...changed.map(({ path }) => path), ...gone]
      .map((path) => showPath(`${record.path}/${path}`))
      .join(', ');
    throw new PublicationError(
      'publication/stale-artifact',
      `The artifact of ${record.path} does not hold the bytes of the sources: ${named}.\n    Fix: publish again with --skip-nx-cache, which builds everything anew. If it comes back, touch these files: Nx takes a file for the same when its time is.`,
    );
  }
  return { findings, leftOut };
}
