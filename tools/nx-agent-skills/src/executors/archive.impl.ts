import type { ExecutorContext } from 'nx/src/devkit-exports';
import { type ArchiveOptions, runArchiveTasks, type TaskOutcome } from './archive-tasks';
import { runSingle } from './run-single';

/** Archives one skill. */
export default function archive(
  options: ArchiveOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  return runSingle(options, context, async () => {
    let last: TaskOutcome = { success: false, terminalOutput: '' };
    for await (const [, outcome] of runArchiveTasks([options], context.root)) last = outcome;
    return last;
  });
}
