import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports';
import { type HashOptions, runHashTask } from './hash-tasks';
import { type BatchResult, runBatch } from './run-batch';

/** Verifies and records the artifacts of a whole batch in one process. */
export default function hashBatch(
  taskGraph: TaskGraph,
  options: Record<string, HashOptions>,
  _overrides: HashOptions,
  context: ExecutorContext,
): AsyncGenerator<BatchResult> {
  return runBatch(taskGraph, options, async function* (tasks) {
    for (const [index, task] of tasks.entries()) yield [index, runHashTask(task, context.root)];
  });
}
