import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from './packed-plugin';

/** The YAML blocks of a page of the documentation, parsed, in order. */
export function yamlBlocks(page: string): unknown[] {
  const text = readFileSync(join(REPOSITORY, page), 'utf8');
  return [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block = '']) =>
    parse(block, { strict: true, uniqueKeys: true }),
  );
}
