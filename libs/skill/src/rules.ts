import { FILE_RULES } from './file-rules';
import { FRONTMATTER_RULES } from './frontmatter-rules';
import { LAYOUT_RULES } from './layout-rules';
import type { Rule } from './rule';
import { TEXT_RULES } from './text-rules';

/** Every rule by its code. */
export const RULES = {
  ...FRONTMATTER_RULES,
  ...TEXT_RULES,
  ...FILE_RULES,
  ...LAYOUT_RULES,
} as const satisfies Record<string, Rule>;

export type RuleCode = keyof typeof RULES;

/** The rule of a code, without the narrow type of its words. */
export function ruleOf(code: RuleCode): Rule {
  return RULES[code];
}

/** Whether the text is the code of a rule. */
export function isRuleCode(code: string): code is RuleCode {
  return Object.hasOwn(RULES, code);
}
