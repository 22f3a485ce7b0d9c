import type { ExecutorContext } from 'nx/src/devkit-exports';
import { runSingle } from './run-single';
import { runValidateTask, type ValidateOptions } from './validate-tasks';

/** Checks one skill against all rules. */
export default function validate(
  options: ValidateOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  return runSingle(options, context, () => runValidateTask(options, context.root));
}
