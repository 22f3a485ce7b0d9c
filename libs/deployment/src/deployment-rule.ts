/** Errors fail a check, warnings are reported with a pass, infos cost nobody anything. */
export type DiagnosisSeverity = 'error' | 'warning' | 'info';

/** A known cause of trouble with a served tree. Checks, reports and the documentation take their words from here. */
export interface DeploymentRule {
  severity: DiagnosisSeverity;
  /** What is wrong, in a sentence. */
  what: string;
  /** What the publisher can do. */
  fix: string;
}
