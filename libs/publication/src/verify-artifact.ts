import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ArtifactError,
  digestOf,
  inspectArtifact,
  readArtifact,
  readRecord,
  type SkillRecord,
} from '@nx-agent-skills/artifact';
import { type Finding, type LeftOut, listSkillFiles, unreadable } from '@nx-agent-skills/skill';
import type { BuiltSkill } from './publication';
import { PublicationError } from './publication-error';

/** An artifact that was found to be what its record and the sources say. */
export interface VerifiedArtifact {
  record: SkillRecord;
  bytes: Buffer;
  leftOut: LeftOut[];
}

/**
 * Checks a built skill before it is published. Neither the record nor a cache is trusted: the
 * artifact is hashed and read again, and every file in it is compared with the sources.
 *
 * @throws ArtifactError when the artifact or the record is damaged
 * @throws PublicationError `publication/stale-artifact` when the sources say otherwise
 */
export function verifyArtifact(workspaceRoot: string, skill: BuiltSkill): VerifiedArtifact {
  const record = readRecord(skill.recordFile);
  const { type, bytes } = readArtifact(skill.artifactFolder);
  const digest = digestOf(bytes);
  if (record.path !== skill.path || record.digest !== digest || record.type !== type) {
    throw new ArtifactError(
      'artifact/digest-mismatch',
      skill.artifactFolder,
      `the artifact of ${skill.path} has the digest ${digest}, its record says ${record.digest} for ${record.path}`,
    );
  }
  const inside = inspectArtifact(type, bytes, skill.artifactFolder, skill.path);
  const said = { shape: record.shape, files: record.files };
  const found = { shape: inside.shape, files: inside.files };
  const sameText =
    (inside.frontmatter?.name ?? null) === record.name &&
    (inside.frontmatter?.description ?? null) === record.description;
  if (!sameText || JSON.stringify(said) !== JSON.stringify(found)) {
    throw new ArtifactError(
      'artifact/damaged',
      skill.recordFile,
      `the record of ${skill.path} does not describe its artifact`,
    );
  }
  return { record, bytes, leftOut: compareWithSources(workspaceRoot, record) };
}

function compareWithSources(workspaceRoot: string, record: SkillRecord): LeftOut[] {
  const { files, leftOut, findings } = listSkillFiles(workspaceRoot, record.path);
  if (findings.length > 0) {
    throw refusal(record, findings);
  }
  const packed = new Map(record.files.map((file) => [file.path, file.digest]));
  const unread: Finding[] = [];
  const changed = files.filter((path) => {
    try {
      const bytes = readFileSync(join(workspaceRoot, record.path, path));
      return packed.get(path) !== digestOf(bytes);
    } catch (error) {
      unread.push(unreadable(`${record.path}/${path}`, error));
      return false;
    }
  });
  if (unread.length > 0) throw refusal(record, unread);
  const gone = [...packed.keys()].filter((path) => !files.includes(path));
  if (changed.length + gone.length > 0) {
    const named = [...changed, ...gone].map((path) => `${record.path}/${path}`).join(', ');
    throw new PublicationError(
      'publication/stale-artifact',
      `The artifact of ${record.path} does not hold the bytes of the sources: ${named}.\n    Fix: run the target again; if the artifact came from a cache, run "nx reset" first.`,
    );
  }
  return leftOut;
}

function refusal(record: SkillRecord, findings: Finding[]): PublicationError {
  const message = `${record.path} cannot be published:`;
  return new PublicationError('publication/refused', message, findings);
}
