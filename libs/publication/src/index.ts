export { buildAndPublish } from './build-and-publish';
export { cataloguePage } from './catalogue/catalogue-page';
export type { ChangedSkill, Changes, SkillDigest } from './changes';
export { exchangeFolders } from './exchange-folders';
export { findRevision, hasCommit, isInRepository, requireRevision } from './git/read-git';
export { contentOfRevision, type RevisionFile, readBlobs } from './git/revision-files';
export { HOSTING_FILES, HOSTINGS, type Hosting } from './hosting/hosting-files';
export { isRunning } from './is-running';
export { type Previous, parsePrevious, previousOfRevision } from './previous';
export { takeLock } from './process-lock';
export type { BuiltSkill, PublicationOptions } from './publication';
export { PublicationError, type PublicationErrorCode } from './publication-error';
export { type Publication, publish } from './publish';
export { publishedIndex } from './published-index';
export { REPORT_FILES } from './report-json';
export {
  type Check,
  type CheckOutcome,
  type Report,
  type ReportedSkill,
  reportJsonSchema,
  reportSchema,
  ZIP_MODES,
  type ZipMode,
} from './report-schema';
export { legacyIndexFile, skillFiles } from './skill-files';
export { type FrozenSnapshot, freezeSnapshot } from './snapshots/freeze-snapshot';
export type { SnapshotPlaces } from './snapshots/read-snapshots';
export { isSnapshotPath } from './snapshots/snapshot-store';
export { indexFiles } from './tree-files';
export { type VerifiedTree, verifyTree } from './verify-tree';
export { writeReport } from './write-report';
