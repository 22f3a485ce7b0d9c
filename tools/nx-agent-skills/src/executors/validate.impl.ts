import type { ExecutorContext } from '@nx/devkit';
import { runValidateTask, type ValidateOptions } from './validate-tasks';

/** Checks one skill against all rules. */
export default async function validate(
  options: ValidateOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  const { success, terminalOutput } = runValidateTask(options, context.root);
  process.stdout.write(terminalOutput);
  return { success };
}
