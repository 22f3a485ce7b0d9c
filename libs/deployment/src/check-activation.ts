import { type CheckResult, resultOf, withoutEvidence } from './check-result';
import { endFault, interruption, lastLines, startFault } from './describe-run';
import { diagnose, printable } from './diagnosis';
import type { ExpectedSkill } from './expected-skill';
import { type FreshHome, variables } from './fresh-home';
import type { ProbeOptions } from './install-options';
import { redact } from './redact';
import { runCommand } from './run-command';
import { withoutColours } from './without-colours';

/**
 * Runs the publisher's probe, such as an agent in print mode, with the skill installed. The exit
 * code decides, and the pattern where there is one. What is recorded is without the values of the
 * variables that the probe gets.
 *
 * @param folder of the installed skill, absolute
 */
export async function checkActivation(
  skill: ExpectedSkill,
  probe: ProbeOptions,
  folder: string,
  home: FreshHome,
  signal: AbortSignal,
): Promise<CheckResult> {
  const about = { check: 'activation', skill: skill.name } as const;
  const { timeoutMs, pattern } = probe;
  const command = probe.command.map((part) => fillIn(part, skill, folder));
  const at = command.findIndex((part, index) => makesOption(probe.command[index] ?? '', part));
  if (at >= 0) {
    const reason = `The argument "${probe.command[at]}" would become the option "${printable(command[at] ?? '')}". Put words before the placeholder.`;
    return withoutEvidence(about, 'skipped', reason);
  }
  // Only the probe gets what its agent needs, such as a login; the client does not.
  const given = variables(probe.env);
  const hide = redact(Object.values(given));
  const run = await runCommand(command, {
    cwd: home.work,
    env: { ...home.env, ...given },
    timeoutMs,
    signal,
    ...(pattern ? { pattern } : {}),
  });
  const cut = interruption(run, 'The probe');
  if (cut !== undefined) return withoutEvidence(about, 'not-run', cut);
  const unstarted = startFault(run, `The probe ${probe.command[0]}`);
  if (unstarted !== undefined) return withoutEvidence(about, 'skipped', hide(unstarted));
  const output = lastLines(hide(withoutColours(run.output)));
  const evidence = { command: hide(probe.command.join(' ')), exitCode: run.exitCode ?? -1, output };
  const fault =
    endFault(run, timeoutMs) ??
    (run.isMatched ? undefined : `the output does not match ${hide(pattern?.source ?? '')}`);
  const code = run.stopped === 'timeout' ? 'activation/timed-out' : 'activation/failed';
  const diagnoses =
    fault === undefined ? [] : [diagnose(code, undefined, `${fault}; it said: ${output}`)];
  const seen = 'The probe has ended as it does when the skill is used.';
  return resultOf(about, diagnoses, seen, evidence);
}

function fillIn(part: string, { name, description }: ExpectedSkill, folder: string): string {
  const values: Record<string, string> = { name, description, folder };
  return part.replace(/\{(name|description|folder)\}/g, (_, key: string) => values[key] ?? '');
}

/** A description is text that somebody wrote; it must not steer the probe. */
function makesOption(template: string, filledIn: string): boolean {
  return filledIn.startsWith('-') && !template.startsWith('-');
}
