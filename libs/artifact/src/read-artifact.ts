import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Digest, digestOf } from '@nx-agent-skills/skill';
import { ArtifactError } from './artifact-error';
import type { ArtifactOnDisk, WrittenFile } from './artifact-folder';

interface ReadFile {
  bytes: Buffer;
  /** Of exactly `bytes`. */
  digest: Digest;
}

/**
 * Reads an artifact back from disk, and hashes its bytes again.
 *
 * @param skillPath names the skill in errors
 * @throws ArtifactError when they are not the bytes that were written
 */
export function readArtifact(
  artifact: ArtifactOnDisk,
  skillPath: string,
): ReadFile & { zip?: ReadFile } {
  const { zip } = artifact;
  const read = readWritten(artifact, skillPath);
  return zip ? { ...read, zip: readWritten(zip, skillPath) } : read;
}

function readWritten({ file, digest: written }: WrittenFile, skillPath: string): ReadFile {
  const bytes = readFileSync(file);
  const digest = digestOf(bytes);
  if (digest === written) return { bytes, digest };
  throw new ArtifactError(
    'artifact/digest-mismatch',
    dirname(file),
    `the artifact of ${skillPath} has the digest ${digest}, ${written} was written`,
  );
}
