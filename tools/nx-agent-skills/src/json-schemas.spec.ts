import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchemas } from './json-schemas';

describe('the JSON schemas that ship with the package', () => {
  it.each(Object.entries(jsonSchemas()))(
    '%s is the one that the code gives (npm run schemas)',
    (file, text) => {
      const shipped = readFileSync(join(__dirname, '../schemas', file), 'utf8');
      expect(JSON.parse(shipped)).toEqual(JSON.parse(text));
    },
  );

  it('describe every option, for editors', () => {
    const schema = JSON.parse(jsonSchemas()['options.json'] ?? '');
    expect(schema.required).toBeUndefined();
    expect(schema.additionalProperties).toBe(false);
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(['origin', 'roots', 'strict']),
    );
    for (const property of Object.values<Record<string, unknown>>(schema.properties)) {
      expect(JSON.stringify(property)).toContain('"description"');
    }
  });
});
