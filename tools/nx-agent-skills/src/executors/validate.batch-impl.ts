import { ignoreRules } from '@nx-agent-skills/skill';
import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports';
import { type BatchResult, runBatch } from './run-batch';
import { runValidateTask, type ValidateOptions } from './validate-tasks';

/** Checks the skills of a whole batch in one process. */
export default function validateBatch(
  taskGraph: TaskGraph,
  options: Record<string, ValidateOptions>,
  overrides: Partial<ValidateOptions>,
  context: ExecutorContext,
): AsyncGenerator<BatchResult> {
  return runBatch(taskGraph, options, async function* (tasks) {
    const rulesOf = ignoreRules(context.root);
    for (const [index, task] of tasks.entries()) {
      yield [index, runValidateTask({ ...task, ...overrides }, context.root, rulesOf)];
    }
  });
}
