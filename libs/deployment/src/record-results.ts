import type { Check, CheckOutcome, Report } from '@nx-agent-skills/publication';
import type { CheckResult } from './check-result';
import { DeploymentError } from './deployment-error';
import { printable } from './diagnosis';

/**
 * The report with the results of a run. A check that was not run keeps what an earlier run has
 * shown, and one that was skipped does not take the place of evidence.
 *
 * @param origin that was checked
 */
export function recordResults(
  report: Report,
  results: readonly CheckResult[],
  origin: string,
): Report {
  const bySkill = new Map<string | undefined, CheckResult[]>();
  for (const result of results) {
    bySkill.set(result.skill, [...(bySkill.get(result.skill) ?? []), result]);
  }
  const update = (check: Check, skill?: string) =>
    updated(
      check,
      bySkill.get(skill)?.find((each) => each.check === check.check),
      origin,
    );
  return {
    ...report,
    index: { ...report.index, check: update(report.index.check) },
    ...(report.snapshotsCheck ? { snapshotsCheck: update(report.snapshotsCheck) } : {}),
    skills: report.skills.map((skill) => ({
      ...skill,
      checks: skill.checks.map((check) => update(check, skill.name)),
    })),
  };
}

/** An outcome that a person has seen. */
export interface SeenOutcome {
  skill: string;
  check: Check['check'];
  status: 'passed' | 'failed';
  /** Where it was seen. */
  origin: string;
  /** In the person's words. */
  note?: string;
}

/**
 * The report with an outcome that a person has seen.
 *
 * @throws DeploymentError `deployment/unknown-skill` when the report has no such skill or check
 */
export function recordByHand(report: Report, seen: SeenOutcome, at: string): Report {
  const { skill: name, check, status, origin } = seen;
  const skill = report.skills.find((each) => each.name === name);
  if (!skill?.checks.some((each) => each.check === check)) {
    const known = report.skills.map((each) => each.name).join(', ');
    throw new DeploymentError(
      'deployment/unknown-skill',
      `The report has no check "${check}" of a skill "${printable(name)}".`,
      `Name one of: ${known}.`,
    );
  }
  const note = printable(seen.note ?? '').trim();
  const outcome: CheckOutcome = {
    at,
    origin,
    message: note === '' ? 'Recorded by hand.' : `Recorded by hand: ${note}`,
    evidence: { recorded: 'by hand' },
  };
  const checks = skill.checks.map((each) =>
    each.check === check ? { ...each, status, outcome } : each,
  );
  return {
    ...report,
    skills: report.skills.map((each) => (each === skill ? { ...skill, checks } : each)),
  };
}

function updated(check: Check, result: CheckResult | undefined, origin: string): Check {
  if (!result || result.status === 'not-run') return check;
  const hasEvidence = check.status === 'passed' || check.status === 'failed';
  if (result.status === 'skipped' && hasEvidence) return check;
  return { ...check, status: result.status, outcome: outcomeOf(result, origin) };
}

/** In one outcome; a report is read by people. */
const MAX_NOTES = 20;

function outcomeOf(
  { at, message, diagnoses, evidence }: CheckResult,
  origin: string,
): CheckOutcome {
  const [first] = diagnoses;
  const cause = first?.severity === 'error' ? first : undefined;
  const others = diagnoses.filter((each) => each !== cause);
  const more = others.length - MAX_NOTES;
  const notes = others
    .slice(0, MAX_NOTES)
    .map((each, at) =>
      more > 0 && at === MAX_NOTES - 1
        ? { ...each, message: `${each.message} And ${more} more findings.` }
        : each,
    );
  return {
    at,
    origin,
    ...(cause ? { code: cause.code, fix: cause.fix } : {}),
    message,
    evidence,
    ...(notes.length > 0 ? { notes } : {}),
  };
}
