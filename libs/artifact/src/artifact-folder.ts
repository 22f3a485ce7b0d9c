import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, type Finding, showPath } from '@nx-agent-skills/skill';
import type { Artifact, ArtifactType } from './artifact';
import { ArtifactError } from './artifact-error';
import { findingsSchema } from './finding-schema';

/** What the name of an artifact's file ends with; it begins with the digest of what was written. */
const ENDINGS: Record<ArtifactType | 'zip', string> = {
  'skill-md': 'SKILL.md',
  archive: 'tar.gz',
  zip: 'zip',
};

const TYPES = new Map(
  (['skill-md', 'archive', 'zip'] as const).map((type) => [ENDINGS[type], type]),
);

const FINDINGS_FILE = 'findings.json';

/** A file of an artifact, and the digest that `archive` took from the bytes that it wrote. */
export interface WrittenFile {
  /** Absolute. */
  file: string;
  digest: Digest;
}

/** An artifact on disk. Its bytes are not trusted: they may come from a cache. */
export interface ArtifactOnDisk extends WrittenFile {
  type: ArtifactType;
  /** The same files as in the archive. */
  zip?: WrittenFile;
  /** Absolute; only where there are warnings. */
  findingsFile?: string;
}

/** The name of an artifact's file. */
export function artifactFileName(ending: ArtifactType | 'zip', digest: Digest): string {
  return `${digest.replace(':', '-')}.${ENDINGS[ending]}`;
}

/** Removes all that an earlier run left: what stays would be cached with the new artifact. */
export function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/**
 * Writes an artifact into its own, empty folder, named by its digest: one file in most cases, since
 * every file of every skill goes through the cache of the build tool.
 */
export function writeArtifact(folder: string, artifact: Artifact, findings: Finding[]): void {
  const { type, digest, bytes, zip } = artifact;
  writeFileSync(join(folder, artifactFileName(type, digest)), bytes);
  if (zip) writeFileSync(join(folder, artifactFileName('zip', zip.digest)), zip.bytes);
  if (findings.length === 0) return;
  writeFileSync(join(folder, FINDINGS_FILE), `${JSON.stringify(findings, null, 2)}\n`);
}

/**
 * Finds the artifact in its folder.
 *
 * @throws ArtifactError when the folder does not hold exactly one artifact
 */
export function findArtifact(folder: string): ArtifactOnDisk {
  const names = listFolder(folder);
  const written = names.flatMap((name) => parse(folder, name));
  const artifacts = written.flatMap(({ type, ...file }) =>
    type === 'zip' ? [] : { type, ...file },
  );
  const zips = written.flatMap(({ type, ...file }) => (type === 'zip' ? file : []));
  const hasFindings = names.includes(FINDINGS_FILE);
  const [artifact] = artifacts;
  const [zip] = zips;
  const known = artifacts.length + zips.length + (hasFindings ? 1 : 0);
  const isOne = artifacts.length === 1 && zips.length <= (artifact?.type === 'archive' ? 1 : 0);
  if (!artifact || !isOne || known !== names.length) {
    throw new ArtifactError(
      'artifact/missing',
      folder,
      `it holds ${names.length === 0 ? 'nothing' : names.map(showPath).join(', ')}, not one artifact`,
    );
  }
  return {
    ...artifact,
    ...(zip ? { zip } : {}),
    ...(hasFindings ? { findingsFile: join(folder, FINDINGS_FILE) } : {}),
  };
}

function parse(folder: string, name: string): (WrittenFile & { type: ArtifactType | 'zip' })[] {
  const [, hex, ending = ''] = /^sha256-([0-9a-f]{64})\.(.*)$/s.exec(name) ?? [];
  const type = TYPES.get(ending);
  return type ? [{ type, file: `${folder}/${name}`, digest: `sha256:${hex}` }] : [];
}

/**
 * The warnings that were written with an artifact.
 *
 * @throws ArtifactError when they cannot be read
 */
export function readFindings({ findingsFile }: ArtifactOnDisk): Finding[] {
  if (findingsFile === undefined) return [];
  try {
    return findingsSchema().parse(JSON.parse(readFileSync(findingsFile, 'utf8')));
  } catch {
    throw new ArtifactError('artifact/missing', findingsFile, 'it cannot be read');
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
