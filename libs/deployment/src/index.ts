export type { CheckResult } from './check-result';
export { decodeAnswer } from './decode-answer';
export { DeploymentError, type DeploymentErrorCode } from './deployment-error';
export {
  DEPLOYMENT_DEFAULTS,
  type DeploymentOptions,
  type Progress,
  type SnapshotExtent,
} from './deployment-options';
export { describeVerification } from './describe-verification';
export { isHtml } from './diagnose-answer';
export type { Diagnosis } from './diagnosis';
export { diagnosisPage } from './diagnosis-page';
export { DIAGNOSES, type DiagnosisCode } from './diagnosis-table';
export { createHttpClient } from './http-client';
export {
  type HttpAnswer,
  type HttpResponse,
  isFault,
  MAX_ARTIFACT_BYTES,
  MAX_INDEX_BYTES,
} from './http-exchange';
export {
  clientFault,
  DEFAULT_CLIENT,
  type InstallOptions,
  type ProbeOptions,
} from './install-options';
export { junitXml } from './junit';
export { requestPatiently } from './patience';
export {
  committedReleases,
  findPreviousReleases,
  type PreviousReleases,
  type SnapshotPlace,
} from './previous-releases';
export { readPublished } from './read-published';
export { recordByHand, recordResults, type SeenOutcome } from './record-results';
export { changeReport, type ReportFile, readReport, reportAt, reportOfTree } from './report-file';
export { runBounded } from './run-bounded';
export { type ServeOptions, serveTree, type TreeServer } from './serve-tree';
export { readServedIndex } from './served-index';
export { hasFailed, type Verification } from './verification';
export { verifyDeployment } from './verify-deployment';
