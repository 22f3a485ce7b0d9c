import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = join(__dirname, '..');
const json = (file: string) => JSON.parse(readFileSync(join(PACKAGE, file), 'utf8'));

interface Entry {
  schema: string;
  description: string;
}

const executors = Object.values<Entry>(json('executors.json').executors);
const generators = Object.values<Entry>(json('generators.json').generators);

describe('the schemas of executors and generators, as Nx Console shows them', () => {
  const used = new Set([...executors, ...generators].map(({ schema }) => schema));

  it.each([...used])('%s says what it is for, and what every option means', (file) => {
    const { description, properties, additionalProperties } = json(file);
    expect(description).toMatch(/\.$/);
    for (const [name, property] of Object.entries<Record<string, unknown>>(properties)) {
      expect([name, property.description]).toEqual([name, expect.stringMatching(/\.$/)]);
    }
    // A typo must not pass for an option. The generator that Nx runs by itself is given others.
    expect(additionalProperties).toBe(file.endsWith('marketplace.json') ? undefined : false);
  });

  it('show an example where a text has to be written', () => {
    for (const file of ['init', 'skill', 'ci']) {
      for (const [name, property] of Object.entries<Record<string, unknown>>(
        json(`schemas/${file}.json`).properties,
      )) {
        const isChosen = property.enum !== undefined || property.type === 'boolean';
        expect([name, isChosen || Array.isArray(property.examples)]).toEqual([name, true]);
      }
    }
  });

  it('are all that there are, but those of the options and the report', () => {
    const files = readdirSync(join(PACKAGE, 'schemas')).map((file) => `./schemas/${file}`);
    const others = ['./schemas/options.json', './schemas/report.json'];
    expect(files.sort()).toEqual([...used, ...others].sort());
  });

  it('are described by the same words where one is shown for the other', () => {
    for (const { schema, description } of [...executors, ...generators]) {
      expect([schema, json(schema).description]).toEqual([schema, description]);
    }
  });
});
