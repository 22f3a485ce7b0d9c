import type { Check } from '@nx-agent-skills/publication';
import type { Diagnosis } from './diagnosis';
import type { Evidence } from './kept-headers';

/** What came of one check. */
export interface CheckResult {
  check: Check['check'];
  /** Absent for the checks of the index and of the snapshots, which are about all skills. */
  skill?: string;
  status: Check['status'];
  /** What was seen, or why the check was skipped. */
  message: string;
  /** Everything that was found, the first error first. */
  diagnoses: readonly Diagnosis[];
  evidence: Evidence;
  /** When the check ended, in ISO 8601, UTC. */
  at: string;
}

/** Which check of which skill a result is about. */
export type CheckedThing = Pick<CheckResult, 'check' | 'skill'>;

/**
 * The result of a check that was carried out: passed when no error was found.
 *
 * @param seen the evidence in a sentence, for a check that has passed
 */
export function resultOf(
  about: CheckedThing,
  diagnoses: readonly Diagnosis[],
  seen: string,
  evidence: Evidence,
): CheckResult {
  const order = ['error', 'warning', 'info'];
  const sorted = [...diagnoses].sort(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity),
  );
  const error = sorted.find(({ severity }) => severity === 'error');
  return {
    ...about,
    status: error ? 'failed' : 'passed',
    message: error?.message ?? seen,
    diagnoses: sorted,
    evidence,
    at: new Date().toISOString(),
  };
}

/** Why a check was not run to its end. */
export const TIME_IS_UP = 'The time of the whole run was up.';

/** The result of a check that was not carried out. */
export function withoutEvidence(
  about: CheckedThing,
  status: 'skipped' | 'not-run',
  reason: string,
): CheckResult {
  const at = new Date().toISOString();
  return { ...about, status, message: reason, diagnoses: [], evidence: {}, at };
}
