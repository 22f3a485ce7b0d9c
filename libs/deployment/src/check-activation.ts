import { lastLines } from './check-install';
import { type CheckResult, resultOf, TIME_IS_UP, withoutEvidence } from './check-result';
import { diagnose } from './diagnosis';
import type { ExpectedSkill } from './expected-skill';
import { type FreshHome, variables } from './fresh-home';
import type { ProbeOptions } from './install-options';
import { runCommand } from './run-command';

/**
 * Runs the publisher's probe, such as an agent in print mode, with the skill installed. The exit
 * code decides, and the pattern where there is one.
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
  const values: Record<string, string> = {
    name: skill.name,
    description: skill.description,
    folder,
  };
  const command = probe.command.map((part) =>
    part.replace(/\{(name|description|folder)\}/g, (_, key: string) => values[key] ?? ''),
  );
  const { timeoutMs, pattern } = probe;
  // Only the probe gets what its agent needs, such as a login; the client does not.
  const env = { ...home.env, ...variables(probe.env) };
  const run = await runCommand(command, { cwd: home.work, env, timeoutMs, signal });
  if (signal.aborted) return withoutEvidence(about, 'not-run', TIME_IS_UP);
  if (run.stopped === 'missing') {
    return withoutEvidence(about, 'skipped', `The probe ${command[0]} was not found.`);
  }
  const said = lastLines(run.output);
  const evidence = { command: probe.command.join(' '), exitCode: run.exitCode ?? -1, output: said };
  const failure =
    run.stopped === 'timeout'
      ? `it did not end within ${timeoutMs} ms`
      : run.exitCode !== 0
        ? `exit code ${run.exitCode}`
        : pattern && !pattern.test(run.output)
          ? `the output does not match ${pattern.source}`
          : undefined;
  const diagnoses =
    failure === undefined
      ? []
      : [diagnose('activation/failed', undefined, `${failure}; it said: ${said}`)];
  return resultOf(
    about,
    diagnoses,
    'The probe has ended as it does when the skill is used.',
    evidence,
  );
}
