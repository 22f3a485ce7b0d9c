import { resolve } from 'node:path';
import { verifyTree as verify } from '@nx-agent-skills/publication';
import type { ExecutorContext } from 'nx/src/devkit-exports';
import { describeFailure } from '../messages/describe-failure';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';

/** Options of the `verify-tree` executor. */
export interface VerifyTreeOptions {
  outputDir: string;
  /** Another folder that holds a tree, relative to the workspace. */
  folder?: string;
  /** Why the plugin options are invalid, when they are. */
  fault?: string;
}

/** Checks a tree on disk as publish-index does before it puts one in place. */
export default async function verifyTree(
  { outputDir, folder = outputDir, fault }: VerifyTreeOptions,
  { root }: ExecutorContext,
): Promise<{ success: boolean }> {
  try {
    if (fault !== undefined) throw new OptionError(fault);
    const { report } = verify(resolve(root, folder));
    await print(
      `${folder} is complete and correct: ${report.skills.length} skills for ${report.origin}.\n`,
    );
    return { success: true };
  } catch (error) {
    const failure = describeFailure(error, root, 'The tree could not be checked');
    if (failure === undefined) throw error;
    await printError(failure);
    return { success: false };
  }
}
