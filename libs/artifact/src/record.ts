import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Digest, digestOf, type Frontmatter, memoryOf } from '@nx-agent-skills/skill';
import { ArtifactError } from './artifact-error';
import { type ArtifactOnDisk, findArtifact, readFindings } from './artifact-folder';
import { checkZip } from './check-zip';
import { inspectArtifact } from './inspect-artifact';
import { readArtifact } from './read-artifact';
import { recordSchema, type SkillRecord } from './record-schema';

/** The digests of the artifact that a record is about, by the digest of the record's own text. */
const verified = memoryOf<string>('records');

/**
 * Reads an artifact back from disk and records it: the bytes are hashed again and compared with
 * what `archive` said, and an archive goes through the strict reader.
 *
 * @param artifactFolder absolute
 * @param skillPath the skill's folder, relative to the workspace
 * @throws ArtifactError when the artifact is missing, damaged or not the one that was written
 */
export function recordArtifact(artifactFolder: string, skillPath: string): SkillRecord {
  const artifact = findArtifact(artifactFolder);
  const { type } = artifact;
  const { bytes, digest, zip } = readArtifact(artifact, skillPath);
  const { frontmatter, shape, files } = inspectArtifact(type, bytes, artifactFolder, skillPath);
  if (zip) checkZip(zip.bytes, files, artifactFolder);
  const record: SkillRecord = {
    format: 1,
    path: skillPath,
    shape,
    type,
    ...frontmatterOf(frontmatter),
    digest,
    size: bytes.length,
    ...(zip ? { zip: { digest: zip.digest, size: zip.bytes.length } } : {}),
    files,
    findings: readFindings(artifact),
  };
  verified.remember(digestOf(textOf(record)), digestsOf(digest, zip?.digest));
  return record;
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
  writeFileSync(file, textOf(record));
}

const textOf = (record: SkillRecord) => Buffer.from(`${JSON.stringify(record, null, 2)}\n`, 'utf8');

const digestsOf = (digest: Digest, zip: Digest | undefined) =>
  zip === undefined ? digest : `${digest} ${zip}`;

/**
 * Reads a record and makes sure that it describes the artifact beside it. Neither is trusted, since
 * both may come from a cache: the artifact is hashed, and unless these very bytes were found to be
 * what this very record says, a strict reader looks into them.
 *
 * @param recordFile absolute
 * @param artifactFolder absolute
 * @param skillPath the skill's folder, relative to the workspace
 * @throws ArtifactError when the artifact or the record is missing, damaged, or of something else
 */
export function readVerifiedRecord(
  recordFile: string,
  artifactFolder: string,
  skillPath: string,
): { record: SkillRecord; artifact: ArtifactOnDisk } {
  const text = readText(recordFile);
  const artifact = findArtifact(artifactFolder);
  const { bytes, digest, zip } = readArtifact(artifact, skillPath);
  const isKnown = verified.recall(digestOf(text)) === digestsOf(digest, zip?.digest);
  const record = parseRecord(text, recordFile, isKnown);
  const isRecorded =
    record.path === skillPath &&
    record.digest === digest &&
    record.type === artifact.type &&
    record.zip?.digest === zip?.digest;
  if (!isRecorded) {
    throw new ArtifactError(
      'artifact/digest-mismatch',
      artifactFolder,
      `the artifact of ${skillPath} has the digest ${digest}, its record says ${record.digest} for ${record.path}`,
    );
  }
  if (isKnown) return { record, artifact };
  checkDescription(record, bytes, artifactFolder, recordFile);
  if (zip) checkZip(zip.bytes, record.files, artifactFolder);
  verified.remember(digestOf(text), digestsOf(digest, zip?.digest));
  return { record, artifact };
}

function checkDescription(
  record: SkillRecord,
  bytes: Buffer,
  artifactFolder: string,
  recordFile: string,
): void {
  const inside = inspectArtifact(record.type, bytes, artifactFolder, record.path);
  const { name, description, version, license, shape, files, size } = record;
  const found = {
    ...frontmatterOf(inside.frontmatter),
    shape: inside.shape,
    files: inside.files,
    size: bytes.length,
  };
  const said = {
    ...{ name, description },
    ...(version === undefined ? {} : { version }),
    ...(license === undefined ? {} : { license }),
    ...{ shape, files, size },
  };
  if (JSON.stringify(said) === JSON.stringify(found)) return;
  throw new ArtifactError(
    'artifact/damaged',
    recordFile,
    `the record of ${record.path} does not describe its artifact`,
  );
}

function readText(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const fault = isMissing ? 'there is no record' : 'it is not a record';
    throw new ArtifactError('artifact/record', file, fault);
  }
}

function parseRecord(text: Buffer, file: string, isKnown: boolean): SkillRecord {
  try {
    const content = JSON.parse(text.toString('utf8'));
    if (isKnown) return content;
    return recordSchema().parse(content);
  } catch {
    throw new ArtifactError('artifact/record', file, 'it is not a record');
  }
}
