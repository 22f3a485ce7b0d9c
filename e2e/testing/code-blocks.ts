import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './packed-plugin';

/** The shell blocks of a page of the documentation, in order, without the indentation of lists. */
export function shellBlocks(page: string): string[] {
  const text = readFileSync(join(REPOSITORY, page), 'utf8');
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(([, indent = '', block = '']) =>
    block
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n')
      .trim(),
  );
}
