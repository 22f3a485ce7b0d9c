import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnosisPage } from './src/diagnosis-page';

writeFileSync(join(__dirname, '../../docs/diagnoses.md'), diagnosisPage());
