import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchemas } from './src/json-schemas';

for (const [file, text] of Object.entries(jsonSchemas())) {
  writeFileSync(join(__dirname, 'schemas', file), text);
}
