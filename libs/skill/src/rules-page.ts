import type { Rule } from './rule';
import { RULES } from './rules';

/** The page of the documentation that lists all rules, in Markdown. */
export function rulesPage(): string {
  const sections = new Map<string, string[]>();
  for (const [code, rule] of Object.entries<Rule>(RULES)) {
    const area = code.slice(0, code.indexOf('/'));
    sections.set(area, [...(sections.get(area) ?? []), describeRule(code, rule)]);
  }
  return `${[
    '# Rules',
    'Every skill is held to these rules. An *error* refuses the skill; a *warning* publishes it and reports what was found. With the option `strict` every warning is an error. The option `rules` sets single rules to `off`, `warning` or `error` by their code, as in `"rules": { "name/differs-from-folder": "off" }`; errors whose violation would publish something broken or unsafe cannot be turned down, and are marked *always*.',
    'This page is made from the table of rules in the code: `npm run docs`.',
    ...[...sections].flatMap(([area, rules]) => [`## ${TITLES[area] ?? area}`, ...rules]),
  ].join('\n\n')}\n`;
}

const TITLES: Record<string, string> = {
  frontmatter: 'Frontmatter',
  name: 'Name',
  description: 'Description',
  body: 'Body',
  text: 'Text',
  encoding: 'Encoding',
  files: 'Files',
  path: 'Paths',
  layout: 'Layout',
};

function describeRule(code: string, rule: Rule): string {
  const always = rule.severity === 'error' && !rule.relaxable ? ', always' : '';
  return `### \`${code}\` (${rule.severity}${always})\n\n${rule.what} ${rule.why}\n\nFix: ${rule.fix}`;
}
