import { type Digest, digestOf, type Skill } from '@nx-agent-skills/skill';
import { writeArchive } from './write-archive';
import { writeZip } from './write-zip';

/** The two forms of an artifact (Agent Skills Discovery 0.2.0, "type"). */
export type ArtifactType = 'skill-md' | 'archive';

/** A skill as the bytes that a client downloads. */
export interface Artifact {
  type: ArtifactType;
  bytes: Buffer;
  /** Of exactly `bytes`. */
  digest: Digest;
  /** The same files as a zip, when one is asked for and the artifact is an archive. */
  zip?: { bytes: Buffer; digest: Digest };
}

/**
 * Makes the artifact of a skill: SKILL.md as it is for a single-file skill, else the archive of all
 * files (contract step 2).
 *
 * @param withZip whether an archive is made as a zip as well
 */
export function makeArtifact(skill: Skill, withZip = false): Artifact {
  const [only] = skill.files;
  if (skill.shape === 'single-file' && only) {
    return { type: 'skill-md', bytes: only.bytes, digest: digestOf(only.bytes) };
  }
  const bytes = writeArchive(skill.files);
  const archive = { type: 'archive' as const, bytes, digest: digestOf(bytes) };
  if (!withZip) return archive;
  const zip = writeZip(skill.files);
  return { ...archive, zip: { bytes: zip, digest: digestOf(zip) } };
}
