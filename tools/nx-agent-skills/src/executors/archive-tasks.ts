import { type ArchiveResult, archiveSkills } from '@nx-agent-skills/artifact';
import { formatFindings } from '@nx-agent-skills/skill';

/** Options of the `archive` executor. */
export interface ArchiveOptions {
  /** The skill's folder, relative to the workspace. */
  skill: string;
  /** Where the artifact goes, relative to the workspace. */
  outputFolder: string;
  strict: boolean;
  /** The version of the plugin, which makes an upgrade archive again. */
  tool: string;
}

/** What came of one task. */
export interface TaskOutcome {
  success: boolean;
  /** Empty when all is well. */
  terminalOutput: string;
}

/**
 * Archives the skills of many tasks.
 *
 * @yields the index of every task exactly once with its outcome; never throws for one of them
 */
export async function* runArchiveTasks(
  tasks: readonly ArchiveOptions[],
  workspaceRoot: string,
): AsyncGenerator<[index: number, outcome: TaskOutcome]> {
  const jobs = tasks.map(({ skill, outputFolder, strict }) => ({
    workspaceRoot,
    skillPath: skill,
    outputFolder,
    strict,
  }));
  for await (const [index, result] of archiveSkills(jobs)) {
    yield [index, outcomeOf(tasks[index]?.skill ?? '', result)];
  }
}

function outcomeOf(skill: string, result: ArchiveResult | Error): TaskOutcome {
  if (result instanceof Error) {
    return {
      success: false,
      terminalOutput: `${skill}: the archive could not be built.\n${result.message}\n`,
    };
  }
  const findings = result.findings.length === 0 ? '' : `${formatFindings(result.findings)}\n`;
  return {
    success: result.archived,
    terminalOutput: result.archived ? findings : `${skill} is refused:\n${findings}`,
  };
}
