import { z } from 'zod';
import { optionsSchema } from './options';

const BEGIN = '<!-- What follows is made by npm run docs. -->';
const END = '<!-- End of what is made. -->';

interface Property {
  description?: string;
  default?: unknown;
  examples?: unknown[];
  items?: Property;
}

/** The options of the plugin as a table in Markdown, from the schema that checks them. */
export function optionsTable(): string {
  const { properties = {} } = z.toJSONSchema(optionsSchema, { io: 'input' });
  const rows = Object.entries(properties as Record<string, Property>).map(([name, property]) => {
    const description = property.description ?? property.items?.description ?? '';
    const [example] = property.examples ?? [];
    const shown = example === undefined ? '' : ` Example: \`${JSON.stringify(example)}\``;
    return `| \`${name}\` | ${defaultOf(name, property)} | ${linked(description)}${shown} |`;
  });
  return ['| Option | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function defaultOf(name: string, { default: value }: Property): string {
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  return name === 'origin' ? '(required)' : '';
}

/** Pages of the documentation, as links from the root of the repository. */
const linked = (text: string) => text.replace(/docs\/[a-z]+\.md/g, (page) => `[${page}](${page})`);

/**
 * A page with the table between its two markers, and all else as it was.
 *
 * @throws Error when the page has no markers
 */
export function withOptionsTable(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page lacks the lines\n${BEGIN}\n${END}`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${optionsTable()}\n\n${page.slice(end)}`;
}
