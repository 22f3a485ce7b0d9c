export { ArchiveError, type ArchiveErrorCode } from './archive-error';
export type { ArchiveMember } from './archive-member';
export { archivePathFault } from './archive-path';
export { type ArchiveJob, type ArchiveResult, archiveSkill } from './archive-skill';
export { archiveSkills } from './archive-skills';
export type { ArtifactType } from './artifact';
export { ArtifactError, type ArtifactErrorCode } from './artifact-error';
export { ARTIFACT_FILES, emptyFolder, readArtifact } from './artifact-folder';
export { type CheckedSkill, checkSkill } from './check-skill';
export { checkZip } from './check-zip';
export { type Digest, digestOf } from './digest';
export { findingSchema } from './finding-schema';
export { inspectArtifact } from './inspect-artifact';
export { readArchive } from './read-archive';
export { readZip } from './read-zip';
export {
  frontmatterOf,
  readRecord,
  recordArtifact,
  type SkillRecord,
  writeRecord,
} from './record';
export { holdsRefusal, writeRefusal } from './refusal';
