import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports';
import { type ArchiveOptions, runArchiveTasks } from './archive-tasks';
import { type BatchResult, runBatch } from './run-batch';

/** Archives the skills of a whole batch in one process. */
export default function archiveBatch(
  taskGraph: TaskGraph,
  options: Record<string, ArchiveOptions>,
  _overrides: ArchiveOptions,
  context: ExecutorContext,
): AsyncGenerator<BatchResult> {
  return runBatch(taskGraph, options, (tasks) => runArchiveTasks(tasks, context.root));
}
