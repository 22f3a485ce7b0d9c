export type DeploymentErrorCode =
  | 'deployment/no-report'
  | 'deployment/unknown-skill'
  | 'deployment/tree-changed'
  | 'deployment/previous'
  | 'deployment/option'
  | 'deployment/unreachable';

/** Why nothing could be checked or recorded. */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';

  constructor(
    readonly code: DeploymentErrorCode,
    message: string,
    readonly fix: string,
  ) {
    super(`${code}: ${message}\n    Fix: ${fix}`);
  }
}
