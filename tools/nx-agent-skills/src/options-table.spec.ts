import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withOptionsTable } from './options-table';

it('the README shows the options that there are (npm run docs)', () => {
  const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
  expect(withOptionsTable(readme)).toBe(readme);
  expect(readme).toContain('| `outputDir` | `"dist/agent-skills"` | Folder of the published tree');
});

it('a page without the place for them is told', () => {
  expect(() => withOptionsTable('# Page\n')).toThrow('The page lacks the lines');
});
