export type { CheckResult } from './check-result';
export { DeploymentError, type DeploymentErrorCode } from './deployment-error';
export {
  DEPLOYMENT_DEFAULTS,
  type DeploymentOptions,
  type Progress,
} from './deployment-options';
export { describeVerification } from './describe-verification';
export type { Diagnosis } from './diagnosis';
export { diagnosisPage } from './diagnosis-page';
export { DIAGNOSES, type DiagnosisCode } from './diagnosis-table';
export {
  clientFault,
  DEFAULT_CLIENT,
  type InstallOptions,
  type ProbeOptions,
} from './install-options';
export { junitXml } from './junit';
export { recordByHand, recordResults, type SeenOutcome } from './record-results';
export { changeReport, type ReportFile, readReport, reportAt, reportOfTree } from './report-file';
export { type ServeOptions, serveTree, type TreeServer } from './serve-tree';
export { hasFailed, type Verification } from './verification';
export { verifyDeployment } from './verify-deployment';
