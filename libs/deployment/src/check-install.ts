import { join } from 'node:path';
import { type Origin, skillSourceUrl } from '@nx-agent-skills/discovery';
import { type CheckResult, resultOf, withoutEvidence } from './check-result';
import { endFault, interruption, lastLines, startFault } from './describe-run';
import { diagnose } from './diagnosis';
import type { ExpectedFile, ExpectedSkill } from './expected-skill';
import type { FreshHome } from './fresh-home';
import type { InstallOptions } from './install-options';
import { installedDifferences } from './installed-files';
import { type CommandRun, runCommand } from './run-command';

/** The folder that an agent finds a skill in. */
export function installedFolder(home: FreshHome, { agent }: InstallOptions, name: string): string {
  return join(home.folder, agent.globalSkillsDir.slice(2), name);
}

/**
 * Installs a skill with a real client into a fresh home, from the origin as everybody would, and
 * compares what lies there with what was published.
 */
export async function checkInstall(
  skill: ExpectedSkill,
  files: readonly ExpectedFile[],
  origin: Origin,
  options: InstallOptions,
  home: FreshHome,
  signal: AbortSignal,
): Promise<CheckResult> {
  const about = { check: 'install', skill: skill.name } as const;
  const url = skillSourceUrl(origin, skill.name);
  const command = [...options.client, 'add', url, '-a', options.agent.id, '-g', '-y'];
  const shown = command.join(' ');
  const run = await runCommand(command, {
    cwd: home.work,
    env: home.env,
    timeoutMs: options.timeoutMs,
    signal,
  });
  const cut = interruption(run, 'The client');
  if (cut !== undefined) return withoutEvidence(about, 'not-run', cut);
  const missing = missingClient(run);
  if (missing !== undefined) return withoutEvidence(about, 'skipped', `${missing} (${shown})`);
  const evidence = { command: shown, exitCode: run.exitCode ?? -1 };
  const fault = endFault(run, options.timeoutMs);
  if (fault !== undefined) {
    const code = run.stopped === 'timeout' ? 'install/timed-out' : 'install/failed';
    const detail = `${fault}; it said: ${lastLines(run.output)}`;
    return resultOf(about, [diagnose(code, url, detail)], '', evidence);
  }
  const differences = installedDifferences(installedFolder(home, options, skill.name), files);
  const diagnoses =
    differences.length === 0
      ? []
      : [diagnose('install/files-differ', url, differences.slice(0, 10).join('; '))];
  const seen = `Installed for ${options.agent.label}; all ${files.length} files are those that were published.`;
  return resultOf(about, diagnoses, seen, { ...evidence, files: files.length });
}

/** Why a run says nothing about the skill; undefined when it does. */
function missingClient(run: CommandRun): string | undefined {
  const { output, exitCode } = run;
  if (exitCode === 0) return undefined;
  if (/npm (error|ERR!) (code|network)/.test(output)) {
    return `npx could not bring the client: ${lastLines(output, 2)}`;
  }
  if (/^SyntaxError: |EBADENGINE|Unsupported engine/m.test(output)) {
    return `The client does not run with this version of Node: ${lastLines(output, 1)}`;
  }
  return startFault(run, 'The client');
}
