import { type Frontmatter, readFrontmatter, type Shape, shapeOf } from '@nx-agent-skills/skill';
import type { ArtifactType } from './artifact';
import { ArtifactError } from './artifact-error';
import { digestOf } from './digest';
import { fileModeOf } from './file-mode';
import { readArchive } from './read-archive';
import { describeFiles, type RecordedFile } from './recorded-file';

/** Enough for the largest catalogue; more would only be kept by a process that never ends. */
const MOST_REMEMBERED = 20_000;

const remembered = new Map<string, InspectedArtifact>();

/** What a client finds in an artifact. */
export interface InspectedArtifact {
  frontmatter?: Frontmatter;
  /** The bytes of SKILL.md; a bundle may have none. */
  skillMd?: Buffer;
  shape: Shape;
  files: RecordedFile[];
}

/**
 * Looks into the bytes of an artifact as a client would. A publication does so before and after it
 * has written a file; what was found is remembered for exactly these bytes.
 *
 * @param where names the artifact in errors
 * @throws ArtifactError `artifact/damaged` when a client would refuse it
 */
export function inspectArtifact(
  type: ArtifactType,
  bytes: Buffer,
  where: string,
  skillPath: string,
): InspectedArtifact {
  const key = `${digestOf(bytes)} ${type} ${skillPath}`;
  const known = remembered.get(key);
  if (known) return known;
  const inspected = lookInto(type, bytes, where, skillPath);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, inspected);
  return inspected;
}

function lookInto(
  type: ArtifactType,
  bytes: Buffer,
  where: string,
  skillPath: string,
): InspectedArtifact {
  const members =
    type === 'archive'
      ? readMembers(bytes, where)
      : [{ path: 'SKILL.md', mode: fileModeOf(bytes), bytes }];
  const shape = type === 'archive' ? shapeOf(members.map(({ path }) => path)) : 'single-file';
  const skillMd = members.find(({ path }) => path === 'SKILL.md');
  const frontmatter =
    skillMd && readFrontmatter(skillMd.bytes, `${skillPath}/SKILL.md`).frontmatter;
  if (!frontmatter && (skillMd || shape !== 'bundle')) {
    throw new ArtifactError('artifact/damaged', where, 'its SKILL.md has no valid frontmatter');
  }
  return {
    ...(frontmatter ? { frontmatter } : {}),
    // A copy, which does not keep the whole unpacked archive in memory.
    ...(skillMd ? { skillMd: Buffer.from(skillMd.bytes) } : {}),
    shape,
    files: describeFiles(members),
  };
}

function readMembers(bytes: Buffer, where: string) {
  try {
    return readArchive(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArtifactError('artifact/damaged', where, reason.replace(/\.$/, ''));
  }
}
