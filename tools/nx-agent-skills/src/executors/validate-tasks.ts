import { checkSources } from '@nx-agent-skills/artifact';
import type { IgnoreRulesOf, RuleSettings } from '@nx-agent-skills/skill';
import type { TaskOutcome } from './archive-tasks';
import { type FindingFormat, formatAs } from './format-as';

/** Options of the `validate` executor. */
export interface ValidateOptions {
  /** The skill's folder, relative to the workspace. */
  skill: string;
  strict: boolean;
  /** Levels of single rules by code. */
  rules?: RuleSettings['rules'];
  /** `github` is chosen on GitHub Actions by itself. */
  format?: FindingFormat;
  /** The version of the plugin, which makes an upgrade check again. */
  tool: string;
}

/**
 * Checks one skill against all rules and writes nothing. Never throws: a fault is an outcome.
 *
 * @param rulesOf the ignore rules of the workspace, which a caller with many skills reads once
 */
export function runValidateTask(
  { skill, strict, rules = {}, format = 'text' }: ValidateOptions,
  workspaceRoot: string,
  rulesOf?: IgnoreRulesOf,
): TaskOutcome {
  try {
    const checked = checkSources(workspaceRoot, skill, { strict, rules }, rulesOf);
    return {
      success: checked.skill !== undefined,
      terminalOutput: formatAs(format, checked.findings),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { success: false, terminalOutput: `${skill}: ${message}\n` };
  }
}
