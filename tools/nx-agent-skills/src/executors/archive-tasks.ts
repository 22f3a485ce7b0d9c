import { type ArchiveResult, archiveSkills } from '@nx-agent-skills/artifact';
import { formatFindings, type RuleSettings } from '@nx-agent-skills/skill';
import { artifactFolderOf, type SkillOptions } from '../skill-outputs';

/** Options of the `archive` executor. */
export interface ArchiveOptions extends SkillOptions {
  /** Whether warnings refuse the skill as errors do. */
  strict: boolean;
  /** Levels of single rules by code. */
  rules?: RuleSettings['rules'];
  /** With `exclude` a refusal is recorded, and the task passes. */
  onRefused?: 'fail' | 'exclude';
  /** Whether an archive is made as a zip as well. */
  zip?: boolean;
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
  const jobs = tasks.map((task) => ({
    workspaceRoot,
    skillPath: task.skill,
    outputFolder: artifactFolderOf(task),
    settings: { strict: task.strict, rules: task.rules ?? {} },
    recordRefusal: task.onRefused === 'exclude',
    withZip: task.zip === true,
  }));
  for await (const [index, result] of archiveSkills(jobs)) {
    const task = tasks[index];
    if (task) yield [index, outcomeOf(task, result)];
  }
}

function outcomeOf(
  { skill, onRefused }: ArchiveOptions,
  result: ArchiveResult | Error,
): TaskOutcome {
  if (result instanceof Error) {
    return {
      success: false,
      terminalOutput: `${skill}: the archive could not be built.\n${result.message}\n`,
    };
  }
  const findings = result.findings.length === 0 ? '' : `${formatFindings(result.findings)}\n`;
  if (result.archived) return { success: true, terminalOutput: findings };
  const isLeftOut = onRefused === 'exclude';
  return {
    success: isLeftOut,
    terminalOutput: `${skill} is refused${isLeftOut ? ' and will not be published' : ''}:\n${findings}`,
  };
}
