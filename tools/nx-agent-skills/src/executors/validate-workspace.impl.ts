import type { ExecutorContext } from '@nx/devkit';
import { checkSkillsTogether, formatFindings, hasErrors, strictly } from '@nx-agent-skills/skill';

/** Options of the `validate-workspace` executor. */
export interface ValidateWorkspaceOptions {
  roots: string[];
  exclude: string[];
  strict: boolean;
  /** Why the plugin options are invalid, when they are. */
  fault?: string;
}

/** Checks the layout of the roots and names that occur twice. */
export default async function validateWorkspace(
  options: ValidateWorkspaceOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  if (options.fault !== undefined) {
    process.stderr.write(`${options.fault}\n`);
    return { success: false };
  }
  const checked = checkSkillsTogether(context.root, options);
  const findings = options.strict ? strictly(checked.findings) : checked.findings;
  const success = !hasErrors(findings);
  // Warnings are left to publish-index, which lists them with all others.
  if (!success) process.stderr.write(`${formatFindings(findings)}\n`);
  return { success };
}
