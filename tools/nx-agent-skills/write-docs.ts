import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withOptionsTable } from './src/options-table';

const readme = join(__dirname, '../../README.md');
writeFileSync(readme, withOptionsTable(readFileSync(readme, 'utf8')));
