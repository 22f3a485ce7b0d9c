export type { Changes } from './changes';
export { HOSTING_FILES, HOSTINGS, type Hosting } from './hosting/hosting-files';
export type { BuiltSkill, PublicationOptions } from './publication';
export { PublicationError, type PublicationErrorCode } from './publication-error';
export { type Publication, publish } from './publish';
export {
  type Report,
  reportJsonSchema,
  reportSchema,
  ZIP_MODES,
  type ZipMode,
} from './report-schema';
export { REPORT_FILES } from './stage-tree';
export { type VerifiedTree, verifyTree } from './verify-tree';
