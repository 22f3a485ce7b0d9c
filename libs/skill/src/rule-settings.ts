import type { Finding } from './finding';
import { isRuleCode, type RuleCode, ruleOf } from './rules';

/** What the publisher makes of a rule. */
export type RuleLevel = 'off' | 'warning' | 'error';

/** How a publisher holds skills to the rules. */
export interface RuleSettings {
  /** Whether warnings refuse a skill as errors do. */
  strict: boolean;
  /** Levels of single rules by code; they win over `strict`. */
  rules: Readonly<Partial<Record<RuleCode, RuleLevel>>>;
}

/** Gives every finding the severity that the publisher wants, and drops those that are off. */
export function applyRules(findings: readonly Finding[], settings: RuleSettings): Finding[] {
  return findings.flatMap((each): Finding[] => {
    const level = settings.rules[each.code] ?? (settings.strict ? 'error' : each.severity);
    return level === 'off' ? [] : [{ ...each, severity: level }];
  });
}

/**
 * Why a rule cannot be set to a level; undefined when it can. Errors stay errors, except those
 * whose violation publishes nothing broken or unsafe.
 */
export function ruleLevelFault(code: string, level: string): string | undefined {
  if (!isRuleCode(code)) return `there is no rule "${code}"`;
  const { severity, relaxable } = ruleOf(code);
  if (severity === 'error' && level !== 'error' && !relaxable) {
    return `the rule "${code}" stays an error: its violation would publish something broken or unsafe`;
  }
  return undefined;
}
