import { join } from 'node:path';
import { type Origin, skillSourceUrl } from '@nx-agent-skills/discovery';
import { type CheckResult, resultOf, TIME_IS_UP, withoutEvidence } from './check-result';
import { diagnose, printable } from './diagnosis';
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
  if (signal.aborted) return withoutEvidence(about, 'not-run', TIME_IS_UP);
  const missing = missingClient(run);
  if (missing !== undefined) return withoutEvidence(about, 'skipped', `${missing} (${shown})`);
  const evidence = { command: shown, exitCode: run.exitCode ?? -1 };
  if (run.exitCode !== 0) {
    const how =
      run.stopped === 'timeout'
        ? `it did not end within ${options.timeoutMs} ms`
        : `exit code ${run.exitCode}`;
    const detail = `${how}; it said: ${lastLines(run.output)}`;
    return resultOf(about, [diagnose('install/failed', url, detail)], '', evidence);
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
function missingClient({ stopped, output }: CommandRun): string | undefined {
  if (stopped === 'missing') return 'The client was not found.';
  if (/npm (error|ERR!) (code|network)/.test(output)) {
    return `npx could not bring the client: ${lastLines(output, 2)}`;
  }
  if (/^SyntaxError: |EBADENGINE|Unsupported engine/m.test(output)) {
    return `The client does not run with this version of Node: ${lastLines(output, 1)}`;
  }
  return undefined;
}

/** The end of what a command has said, without colours, on one line. */
export function lastLines(output: string, count = 3): string {
  const lines = output
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  return printable(lines.slice(-count).join(' / ').slice(-400)) || 'nothing';
}
