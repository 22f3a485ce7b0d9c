import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '@nx-agent-skills/skill';
import type { Artifact, ArtifactType } from './artifact';
import { ArtifactError } from './artifact-error';
import type { ArtifactStatement } from './artifact-statement';

/** The artifact's file in its folder. */
export const ARTIFACT_FILES: Record<ArtifactType, string> = {
  'skill-md': 'SKILL.md',
  archive: 'skill.tar.gz',
};

/** The same files as in the archive, when a zip was asked for. */
const ZIP_FILE = 'skill.zip';

const STATEMENT_FILE = 'artifact.json';

/** Removes all that an earlier run left: what stays would be cached with the new artifact. */
export function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** Writes an artifact into its own, emptied folder, together with its digest and the warnings. */
export function writeArtifact(folder: string, artifact: Artifact, findings: Finding[]): void {
  emptyFolder(folder);
  const { zip } = artifact;
  writeFileSync(join(folder, ARTIFACT_FILES[artifact.type]), artifact.bytes);
  if (zip) writeFileSync(join(folder, ZIP_FILE), zip.bytes);
  const statement: ArtifactStatement = {
    digest: artifact.digest,
    size: artifact.bytes.length,
    ...(zip ? { zip: { digest: zip.digest, size: zip.bytes.length } } : {}),
    findings,
  };
  writeFileSync(join(folder, STATEMENT_FILE), `${JSON.stringify(statement, null, 2)}\n`);
}

/** The files of an artifact on disk. */
export interface ArtifactOnDisk {
  type: ArtifactType;
  /** Absolute. */
  file: string;
  /** Absolute. The same files as in the archive. */
  zipFile?: string;
}

/**
 * Finds the artifact in its folder.
 *
 * @throws ArtifactError when the folder does not hold exactly one artifact and its statement
 */
export function findArtifact(folder: string): ArtifactOnDisk {
  const names = listFolder(folder);
  const types = (['skill-md', 'archive'] as const).filter((type) =>
    names.includes(ARTIFACT_FILES[type]),
  );
  const [type] = types;
  const hasZip = type === 'archive' && names.includes(ZIP_FILE);
  if (type === undefined || types.length > 1 || names.length !== (hasZip ? 3 : 2)) {
    throw new ArtifactError(
      'artifact/missing',
      folder,
      `it holds ${names.length === 0 ? 'nothing' : names.join(', ')}, not one artifact and ${STATEMENT_FILE}`,
    );
  }
  return {
    type,
    file: join(folder, ARTIFACT_FILES[type]),
    ...(hasZip ? { zipFile: join(folder, ZIP_FILE) } : {}),
  };
}

/**
 * Reads an artifact back from disk, with what `archive` said of it.
 *
 * @throws ArtifactError when the folder does not hold exactly one artifact and its statement
 */
export function readArtifact(folder: string): {
  type: ArtifactType;
  bytes: Buffer;
  zip?: Buffer;
  statement: ArtifactStatement;
} {
  const { type, file, zipFile } = findArtifact(folder);
  return {
    type,
    bytes: readFileSync(file),
    ...(zipFile === undefined ? {} : { zip: readFileSync(zipFile) }),
    statement: readStatement(folder),
  };
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readStatement(folder: string): ArtifactStatement {
  try {
    const {
      statementSchema,
    }: typeof import('./artifact-statement') = require('./artifact-statement');
    return statementSchema.parse(JSON.parse(readFileSync(join(folder, STATEMENT_FILE), 'utf8')));
  } catch {
    throw new ArtifactError('artifact/missing', folder, `its ${STATEMENT_FILE} cannot be read`);
  }
}
