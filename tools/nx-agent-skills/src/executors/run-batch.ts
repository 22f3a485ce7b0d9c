import { saveMemory } from '@nx-agent-skills/skill';
import type { TaskGraph } from 'nx/src/devkit-exports';
import { openMemory } from '../open-memory';
import { type SkillOptions, skillOptionsFault } from '../skill-outputs';
import type { TaskOutcome } from './archive-tasks';

/** The result of one task of a batch, as Nx wants it. */
export interface BatchResult {
  task: string;
  result: { success: boolean; terminalOutput: string; startTime: number; endTime: number };
}

/**
 * Runs the tasks of a batch and reports every one exactly once, whatever happens: Nx waits for ever
 * for a result that does not come, and counts all tasks as failed when the batch throws.
 *
 * @param run works on the options of the tasks, in the order given
 */
export async function* runBatch<Options extends Partial<SkillOptions>>(
  taskGraph: TaskGraph,
  options: Record<string, Options>,
  run: (tasks: Options[]) => AsyncIterable<[index: number, outcome: TaskOutcome]>,
): AsyncGenerator<BatchResult> {
  openMemory();
  const startTime = Date.now();
  const open = new Set(Object.keys(taskGraph.tasks));
  const report = (task: string, { success, terminalOutput }: TaskOutcome): BatchResult => {
    open.delete(task);
    return { task, result: { success, terminalOutput, startTime, endTime: Date.now() } };
  };
  for (const id of [...open]) {
    const fault = faultOf(options[id], taskGraph.tasks[id]?.projectRoot);
    if (fault !== undefined) yield report(id, { success: false, terminalOutput: `${fault}\n` });
  }
  const ids = [...open].filter((id) => options[id] !== undefined);
  let reason = 'The batch ended without a result for this task.';
  try {
    for await (const [index, outcome] of run(ids.map((id) => options[id] as Options))) {
      const id = ids[index];
      if (id !== undefined && open.has(id)) yield report(id, outcome);
    }
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  saveMemory();
  for (const id of [...open]) yield report(id, { success: false, terminalOutput: `${reason}\n` });
}

function faultOf(
  options: Partial<SkillOptions> | undefined,
  projectRoot: string | undefined,
): string | undefined {
  if (options?.skill === undefined) return undefined;
  // A target that writes nothing has no folder to write to.
  return skillOptionsFault(
    { skill: options.skill, buildDir: options.buildDir ?? 'dist' },
    projectRoot,
  );
}
