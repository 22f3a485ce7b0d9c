import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the sources and beside the build alike. */
const FOLDER = join(__dirname, '..', 'templates');

/**
 * Fills a template of the package: every `<%= name %>` in it becomes a value.
 *
 * @param name the file, relative to `templates/`
 * @throws Error for a name without a value, which is a fault of the template
 */
export function fillTemplate(name: string, values: Readonly<Record<string, string>>): string {
  return readFileSync(join(FOLDER, name), 'utf8').replace(/<%= (\w+) %>/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`The template ${name} asks for "${key}".`);
    return value;
  });
}
