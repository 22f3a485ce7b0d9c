import type { Skill } from '@nx-agent-skills/skill';
import { type Digest, digestOf } from './digest';
import { writeArchive } from './write-archive';

/** The two forms of an artifact (Agent Skills Discovery 0.2.0, "type"). */
export type ArtifactType = 'skill-md' | 'archive';

/** A skill as the bytes that a client downloads. */
export interface Artifact {
  type: ArtifactType;
  bytes: Buffer;
  /** Of exactly `bytes`. */
  digest: Digest;
}

/**
 * Makes the artifact of a skill: SKILL.md as it is for a single-file skill, else the archive of all
 * files (contract step 2).
 */
export function makeArtifact(skill: Skill): Artifact {
  const [only] = skill.files;
  if (skill.shape === 'single-file' && only) {
    return { type: 'skill-md', bytes: only.bytes, digest: digestOf(only.bytes) };
  }
  const bytes = writeArchive(skill.files);
  return { type: 'archive', bytes, digest: digestOf(bytes) };
}
