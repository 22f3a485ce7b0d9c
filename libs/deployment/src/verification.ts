import type { CheckResult } from './check-result';

/** What the checks of a deployment have shown. */
export interface Verification {
  origin: string;
  /** The index first, then the snapshots, where there are any, then skill by skill. */
  results: CheckResult[];
  /** How many skills were built, when a report says so. */
  built?: number;
  /** How many of them are served as promised. */
  served: number;
  /** Whether the time of the whole run was up before everything was checked. */
  isCutShort: boolean;
}

/** Whether anything failed, or was not checked for lack of time. */
export function hasFailed({ results, isCutShort }: Verification): boolean {
  return isCutShort || results.some(({ status }) => status === 'failed');
}
