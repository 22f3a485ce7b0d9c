import { checkSkill } from '@nx-agent-skills/artifact';
import { type Finding, formatFindings, type RuleSettings } from '@nx-agent-skills/skill';
import type { TaskOutcome } from './archive-tasks';
import { formatAnnotations } from './format-annotations';

/** Options of the `validate` executor. */
export interface ValidateOptions {
  /** The skill's folder, relative to the workspace. */
  skill: string;
  strict: boolean;
  /** Levels of single rules by code. */
  rules?: RuleSettings['rules'];
  /** `github` is chosen on GitHub Actions by itself. */
  format?: 'text' | 'json' | 'github';
  /** The version of the plugin, which makes an upgrade check again. */
  tool: string;
}

/** Checks one skill against all rules and writes nothing. Never throws: a fault is an outcome. */
export function runValidateTask(
  { skill, strict, rules = {}, format = 'text' }: ValidateOptions,
  workspaceRoot: string,
): TaskOutcome {
  try {
    const checked = checkSkill(workspaceRoot, skill, { strict, rules });
    return {
      success: checked.skill !== undefined,
      terminalOutput: formatAs(format, checked.findings),
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { success: false, terminalOutput: `${skill}: ${message}\n` };
  }
}

/** The findings in a format; nothing at all when there are none, except for JSON. */
export function formatAs(
  format: NonNullable<ValidateOptions['format']>,
  findings: readonly Finding[],
): string {
  if (format === 'json') return `${JSON.stringify(findings, null, 2)}\n`;
  if (findings.length === 0) return '';
  const text = `${formatFindings(findings)}\n`;
  const isGithub = format === 'github' || process.env.GITHUB_ACTIONS === 'true';
  return isGithub ? `${text}${formatAnnotations(findings)}\n` : text;
}
