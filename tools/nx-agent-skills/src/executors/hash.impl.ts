import type { ExecutorContext } from '@nx/devkit';
import { type HashOptions, runHashTask } from './hash-tasks';

/** Verifies and records the artifact of one skill. */
export default async function hash(
  options: HashOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  const { success, terminalOutput } = runHashTask(options, context.root);
  process.stdout.write(terminalOutput);
  return { success };
}
