import { saveMemory } from '@nx-agent-skills/skill';
import type { ExecutorContext } from 'nx/src/devkit-exports';
import { print } from '../messages/print';
import { openMemory } from '../open-memory';
import { type SkillOptions, skillOptionsFault } from '../skill-outputs';
import type { TaskOutcome } from './archive-tasks';

/**
 * Runs one task on its own, and prints what it says.
 *
 * @param run does the work; called only when the options are those of the task's project
 */
export async function runSingle(
  options: Partial<SkillOptions> & { skill: string },
  context: ExecutorContext,
  run: () => TaskOutcome | Promise<TaskOutcome>,
): Promise<{ success: boolean }> {
  openMemory();
  const { projectName = '', projectsConfigurations } = context;
  const fault = skillOptionsFault(
    { skill: options.skill, buildDir: options.buildDir ?? 'dist' },
    projectsConfigurations.projects[projectName]?.root,
  );
  const outcome =
    fault === undefined ? await run() : { success: false, terminalOutput: `${fault}\n` };
  saveMemory();
  await print(outcome.terminalOutput);
  return { success: outcome.success };
}
