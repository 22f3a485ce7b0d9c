import type { ExecutorContext } from 'nx/src/devkit-exports';
import { type HashOptions, runHashTask } from './hash-tasks';
import { runSingle } from './run-single';

/** Verifies and records the artifact of one skill. */
export default function hash(
  options: HashOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  return runSingle(options, context, () => runHashTask(options, context.root));
}
