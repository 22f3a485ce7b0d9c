import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from './rules';
import { rulesPage } from './rules-page';

describe('docs/rules.md', () => {
  it('is the page that the table of rules gives (npm run docs)', () => {
    expect(readFileSync(join(__dirname, '../../../docs/rules.md'), 'utf8')).toBe(rulesPage());
  });

  it('has a section for every rule', () => {
    for (const code of Object.keys(RULES)) expect(rulesPage()).toContain(`### \`${code}\` (`);
  });
});
