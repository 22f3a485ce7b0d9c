import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Frontmatter } from '@nx-agent-skills/skill';
import { z } from 'zod';
import { ArtifactError } from './artifact-error';
import { readArtifact } from './artifact-folder';
import { checkZip } from './check-zip';
import { digestOf } from './digest';
import { findingSchema } from './finding-schema';
import { inspectArtifact } from './inspect-artifact';
import { digestSchema, recordedFileSchema } from './recorded-file';

const recordSchema = z.strictObject({
  format: z.literal(1),
  /** The skill's folder, relative to the workspace. */
  path: z.string(),
  shape: z.enum(['single-file', 'multi-file', 'bundle']),
  type: z.enum(['skill-md', 'archive']),
  /** Null for a bundle without a SKILL.md of its own. */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** As the frontmatter has them; they have no effect on anything. */
  version: z.string().exactOptional(),
  license: z.string().exactOptional(),
  digest: digestSchema,
  size: z.int(),
  /** The same files as a zip. */
  zip: z.strictObject({ digest: digestSchema, size: z.int() }).exactOptional(),
  files: z.array(recordedFileSchema),
  findings: z.array(findingSchema),
});

/** All that is known of a skill's artifact, whatever the origin that it is published at. */
export type SkillRecord = z.infer<typeof recordSchema>;

/**
 * Reads an artifact back from disk and records it: the bytes are hashed again and compared with
 * what `archive` said, and an archive goes through the strict reader.
 *
 * @param artifactFolder absolute
 * @param skillPath the skill's folder, relative to the workspace
 * @throws ArtifactError when the artifact is missing, damaged or not the one that was written
 */
export function recordArtifact(artifactFolder: string, skillPath: string): SkillRecord {
  const { type, bytes, zip, statement } = readArtifact(artifactFolder);
  const digest = digestOf(bytes);
  const zipDigest = zip && digestOf(zip);
  if (digest !== statement.digest || zipDigest !== statement.zip?.digest) {
    throw new ArtifactError(
      'artifact/digest-mismatch',
      artifactFolder,
      `the artifact of ${skillPath} has the digest ${digest}, ${statement.digest} was written`,
    );
  }
  const { frontmatter, shape, files } = inspectArtifact(type, bytes, artifactFolder, skillPath);
  if (zip) checkZip(zip, files, artifactFolder);
  return {
    format: 1,
    path: skillPath,
    shape,
    type,
    ...frontmatterOf(frontmatter),
    digest,
    size: bytes.length,
    ...(zip && zipDigest ? { zip: { digest: zipDigest, size: zip.length } } : {}),
    files,
    findings: statement.findings,
  };
}

/** What a record takes from the frontmatter; a bundle may have none. */
export function frontmatterOf(
  frontmatter: Frontmatter | undefined,
): Pick<SkillRecord, 'name' | 'description' | 'version' | 'license'> {
  return {
    name: frontmatter?.name ?? null,
    description: frontmatter?.description ?? null,
    ...(frontmatter?.version === undefined ? {} : { version: frontmatter.version }),
    ...(frontmatter?.license === undefined ? {} : { license: frontmatter.license }),
  };
}

/** Writes a record as the only file of its folder. */
export function writeRecord(file: string, record: SkillRecord): void {
  rmSync(dirname(file), { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
}

/** @throws ArtifactError when the file is missing or is not a record */
export function readRecord(file: string): SkillRecord {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ArtifactError(
      'artifact/record',
      file,
      missing ? 'there is no record' : 'it is not a record',
    );
  }
}
