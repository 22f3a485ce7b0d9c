import { type Frontmatter, readFrontmatter, type Shape, shapeOf } from '@nx-agent-skills/skill';
import type { ArtifactType } from './artifact';
import { ArtifactError } from './artifact-error';
import { describeFiles } from './describe-files';
import { fileModeOf } from './file-mode';
import { readArchive } from './read-archive';
import type { RecordedFile } from './recorded-file';

/** What a client finds in an artifact. */
export interface InspectedArtifact {
  frontmatter?: Frontmatter;
  shape: Shape;
  files: RecordedFile[];
}

/**
 * Looks into the bytes of an artifact as a client would.
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
