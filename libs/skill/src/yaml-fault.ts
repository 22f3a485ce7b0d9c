import type { Document, Pair, YAMLError } from 'yaml';
import { type Finding, type FindingDetails, finding } from './finding';
import { yamlParser } from './yaml-parser';

/** A place in the file, 1-based. */
export interface Place {
  line: number;
  column: number;
}

/** Where an offset into the YAML stands in the file. */
export type PlaceOf = (offset: number) => Place;

/** The top-level pair that stands at or nearest before an offset. */
export function pairAt(document: Document, offset: number): Pair | undefined {
  if (!yamlParser().isMap(document.contents)) return undefined;
  return document.contents.items
    .filter((pair) => keyStart(pair) <= offset)
    .reduce<Pair | undefined>(
      (nearest, pair) => (nearest && keyStart(nearest) > keyStart(pair) ? nearest : pair),
      undefined,
    );
}

/** The key of a pair as text; undefined when it is no scalar. */
export function keyOf(pair: Pair | undefined): string | undefined {
  return pair && yamlParser().isScalar(pair.key) ? String(pair.key.value) : undefined;
}

/** The offset at which the key of a pair begins. */
export function keyStart(pair: Pair): number {
  return yamlParser().isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0;
}

/** Says in our own words what makes the frontmatter invalid, with the place and the way out. */
export function yamlFault(
  error: YAMLError,
  document: Document,
  yaml: string,
  file: string,
  placeOf: PlaceOf,
): Finding {
  const pair = pairAt(document, error.pos[0]);
  const field = keyOf(pair);
  const at = { ...placeOf(error.pos[0]), ...(field === undefined ? {} : { field }) };
  if (error.code === 'DUPLICATE_KEY') {
    return finding('frontmatter/duplicate-key', file, {
      ...at,
      message: `The key "${field}" stands twice in the frontmatter.`,
    });
  }
  const keyPlace = pair ? placeOf(keyStart(pair)) : at;
  const keyLine = yaml.slice(pair ? keyStart(pair) : error.pos[0]).split('\n')[0] ?? '';
  const value = keyLine.replace(/^[^:]*:\s*/, '').replace(/\r$/, '');
  const of = field === undefined ? '' : ` of "${field}"`;
  const words = faultWords(error, value, of, keyPlace.line);
  const line = error.code === 'MISSING_CHAR' ? keyPlace.line : at.line;
  return finding('frontmatter/invalid-yaml', file, { ...at, line, received: value, ...words });
}

function faultWords(
  error: YAMLError,
  value: string,
  of: string,
  line: number,
): Pick<FindingDetails, 'message' | 'fix'> {
  if (error.code === 'TAB_AS_INDENT') {
    return {
      message: 'A tab indents the line; YAML allows blanks only.',
      fix: 'Replace the tab by blanks.',
    };
  }
  if (/^[|>]/.test(value)) {
    return {
      message: `Text follows the block indicator${of} on its line.`,
      fix: 'Put the text on the next line, indented, or remove the indicator.',
    };
  }
  if (/^["']/.test(value)) {
    return error.code === 'MISSING_CHAR'
      ? {
          message: `The quote opened on line ${line}${of} is not closed.`,
          fix: 'Close the quote at the end of the value.',
        }
      : {
          message: `The quoted value${of} goes on after its closing quote.`,
          fix: 'Escape the inner quotes, or use the other kind of quote outside.',
        };
  }
  if (/^[[\]{}*&!@%`,]/.test(value)) {
    return {
      message: `The value${of} starts with "${value[0]}", which means something else to YAML.`,
      fix: 'Put the value in quotes.',
    };
  }
  if (/:( |$)/.test(value)) {
    return {
      message: `The value${of} holds a colon followed by a blank, which YAML reads as another key.`,
      fix: 'Put the value in quotes.',
    };
  }
  return { message: `The frontmatter is not valid YAML: ${error.message.split('\n')[0] ?? ''}.` };
}
