import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesPage } from './src/rules-page';

writeFileSync(join(__dirname, '../../docs/rules.md'), rulesPage());
