import {
  ArtifactError,
  type CheckedSkill,
  checkSkill,
  checkZip,
  digestOf,
  frontmatterOf,
  inspectArtifact,
  readArtifact,
  readRecord,
  type SkillRecord,
} from '@nx-agent-skills/artifact';
import type { LeftOut, RuleSettings } from '@nx-agent-skills/skill';
import type { BuiltSkill } from './publication';
import { PublicationError } from './publication-error';

/** An artifact that was found to be what its record and the sources say. */
export interface VerifiedArtifact {
  record: SkillRecord;
  bytes: Buffer;
  /** The bytes of its SKILL.md; a bundle may have none. */
  skillMd?: Buffer;
  /** The same files as in the archive. */
  zip?: Buffer;
  leftOut: LeftOut[];
}

/**
 * Checks a built skill before it is published. Neither the record nor a cache is trusted: the
 * artifact is hashed and read again, and every file in it is compared with the sources.
 *
 * @throws ArtifactError when the artifact or the record is damaged
 * @throws PublicationError `publication/stale-artifact` when the sources say otherwise
 */
export function verifyArtifact(
  workspaceRoot: string,
  skill: BuiltSkill,
  settings: RuleSettings,
): VerifiedArtifact {
  const record = readRecord(skill.recordFile);
  const { type, bytes, zip } = readArtifact(skill.artifactFolder);
  const digest = digestOf(bytes);
  const isRecorded =
    record.path === skill.path &&
    record.digest === digest &&
    record.type === type &&
    record.zip?.digest === (zip && digestOf(zip));
  if (!isRecorded) {
    throw new ArtifactError(
      'artifact/digest-mismatch',
      skill.artifactFolder,
      `the artifact of ${skill.path} has the digest ${digest}, its record says ${record.digest} for ${record.path}`,
    );
  }
  const inside = inspectArtifact(type, bytes, skill.artifactFolder, skill.path);
  const said = { shape: record.shape, files: record.files, ...textOf(record) };
  const found = {
    shape: inside.shape,
    files: inside.files,
    ...textOf(frontmatterOf(inside.frontmatter)),
  };
  if (JSON.stringify(said) !== JSON.stringify(found)) {
    throw new ArtifactError(
      'artifact/damaged',
      skill.recordFile,
      `the record of ${skill.path} does not describe its artifact`,
    );
  }
  if (zip) checkZip(zip, inside.files, skill.artifactFolder);
  const { findings, leftOut } = compareWithSources(workspaceRoot, record, settings);
  return {
    record: { ...record, findings },
    bytes,
    ...(inside.skillMd ? { skillMd: inside.skillMd } : {}),
    ...(zip ? { zip } : {}),
    leftOut,
  };
}

type RecordText = Pick<SkillRecord, 'name' | 'description' | 'version' | 'license'>;

const textOf = ({ name, description, version, license }: RecordText) => ({
  name,
  description,
  version,
  license,
});

/** Holds the sources to all rules once more: the findings of a record may come from a cache. */
function compareWithSources(
  workspaceRoot: string,
  record: SkillRecord,
  settings: RuleSettings,
): Pick<CheckedSkill, 'findings' | 'leftOut'> {
  const { skill, findings, leftOut } = checkSkill(workspaceRoot, record.path, settings);
  if (!skill) {
    const message = `${record.path} cannot be published:`;
    throw new PublicationError('publication/refused', message, findings);
  }
  const packed = new Map(record.files.map((file) => [file.path, file.digest]));
  const changed = skill.files.filter(({ path, bytes }) => packed.get(path) !== digestOf(bytes));
  const paths = new Set(skill.files.map(({ path }) => path));
  const gone = [...packed.keys()].filter((path) => !paths.has(path));
  if (changed.length + gone.length > 0) {
    const named = [...changed.map(({ path }) => path), ...gone]
      .map((path) => `${record.path}/${path}`)
      .join(', ');
    throw new PublicationError(
      'publication/stale-artifact',
      `The artifact of ${record.path} does not hold the bytes of the sources: ${named}.\n    Fix: run the target again; if the artifact came from a cache, run "nx reset" first.`,
    );
  }
  return { findings, leftOut };
}
