import type { CheckResult } from '../check-result';
import { DEPLOYMENT_DEFAULTS, type DeploymentOptions } from '../deployment-options';
import type { Verification } from '../verification';
import { verifyDeployment } from '../verify-deployment';

/** Checks what is served at a loopback origin, quickly, and installs nothing. */
export function checkServed(
  origin: string,
  options: Partial<DeploymentOptions> = {},
): Promise<Verification> {
  return verifyDeployment({
    ...DEPLOYMENT_DEFAULTS,
    origin: { href: origin },
    timeoutMs: 2000,
    patienceMs: 0,
    install: 'Nothing is installed in this test.',
    ...options,
  });
}

/** The result of a check; of the index when no skill is named. */
export function resultOfCheck(
  { results }: Verification,
  check: CheckResult['check'],
  skill?: string,
): CheckResult {
  const found = results.find((each) => each.check === check && each.skill === skill);
  if (!found) throw new Error(`There is no result of ${check} ${skill ?? ''}.`);
  return found;
}

/** The codes of all that was found by a check, or by all checks. */
export function codesOf({ results }: Verification, check?: CheckResult['check']): string[] {
  return results
    .filter((each) => check === undefined || each.check === check)
    .flatMap(({ diagnoses }) => diagnoses.map(({ code }) => code));
}

/** How many errors, warnings and infos were found. */
export function countSeverities({ results }: Verification): Record<string, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { diagnoses } of results) for (const { severity } of diagnoses) counts[severity] += 1;
  return counts;
}
