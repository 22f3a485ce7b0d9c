import type { ExecutorContext } from '@nx/devkit';
import { type ArchiveOptions, runArchiveTasks } from './archive-tasks';

/** Archives one skill. */
export default async function archive(
  options: ArchiveOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  let success = false;
  for await (const [, outcome] of runArchiveTasks([options], context.root)) {
    process.stdout.write(outcome.terminalOutput);
    success = outcome.success;
  }
  return { success };
}
