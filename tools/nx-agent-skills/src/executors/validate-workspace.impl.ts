import {
  applyRules,
  checkSkillsTogether,
  hasErrors,
  type RuleSettings,
  saveMemory,
} from '@nx-agent-skills/skill';
import type { ExecutorContext } from 'nx/src/devkit-exports';
import { print, printError } from '../messages/print';
import { openMemory } from '../open-memory';
import { type FindingFormat, formatAs } from './format-as';

/** Options of the `validate-workspace` executor. */
export interface ValidateWorkspaceOptions {
  roots: string[];
  exclude: string[];
  /** Folders of outputs, which are not searched. */
  outputs?: string[];
  strict: boolean;
  /** Levels of single rules by code. */
  rules?: RuleSettings['rules'];
  /** With `exclude` errors are left to publish-index, which leaves out what they are about. */
  onRefused?: 'fail' | 'exclude';
  format?: FindingFormat;
  /** Why the plugin options are invalid, when they are. */
  fault?: string;
}

/** Checks the layout of the roots and names that occur twice. */
export default async function validateWorkspace(
  options: ValidateWorkspaceOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  if (options.fault !== undefined) {
    await printError(options.fault);
    return { success: false };
  }
  const { strict, rules = {}, onRefused, format = 'text' } = options;
  openMemory();
  const checked = checkSkillsTogether(context.root, options);
  saveMemory();
  const findings = applyRules(checked.findings, { strict, rules });
  await print(formatAs(format, findings));
  return { success: onRefused === 'exclude' || !hasErrors(findings) };
}
