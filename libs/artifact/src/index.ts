export { type Digest, digestOf } from '@nx-agent-skills/skill';
export { ArchiveError, type ArchiveErrorCode } from './archive-error';
export type { ArchiveMember } from './archive-member';
export { archivePathFault, checkArchivePaths } from './archive-path';
export { type ArchiveJob, type ArchiveResult, archiveSkill } from './archive-skill';
export { archiveSkills } from './archive-skills';
export type { ArtifactType } from './artifact';
export { ArtifactError, type ArtifactErrorCode } from './artifact-error';
export {
  type ArtifactOnDisk,
  artifactFileName,
  emptyFolder,
  findArtifact,
} from './artifact-folder';
export { type CheckedSkill, checkSkill, checkSources } from './check-skill';
export { checkZip } from './check-zip';
export { findingSchema } from './finding-schema';
export { inspectArtifact } from './inspect-artifact';
export { lazySchema } from './lazy-schema';
export { readArchive } from './read-archive';
export { readZip } from './read-zip';
export {
  frontmatterOf,
  readVerifiedRecord,
  recordArtifact,
  writeRecord,
} from './record';
export type { SkillRecord } from './record-schema';
export { holdsRefusal, writeRefusal } from './refusal';
