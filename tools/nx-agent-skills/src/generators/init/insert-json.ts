import type { Node } from 'jsonc-parser';

/** Where in a JSON text something is put in place of what stands there. */
interface Edit {
  offset: number;
  length: number;
  text: string;
}

/**
 * Adds a value at the end of a list, or a property at the end of an object. Nothing else in the text
 * changes, and what is added looks like its neighbours: on lines of its own, or on theirs.
 *
 * @param container a list or an object of the parsed text
 * @param name of the property; undefined for a list
 */
export function insertJson(
  text: string,
  container: Node,
  name: string | undefined,
  value: unknown,
): string {
  const [first] = container.children ?? [];
  const last = container.children?.at(-1);
  const isOneLine =
    last !== undefined && !text.slice(container.offset, first?.offset).includes('\n');
  const outer = indentAt(text, container.offset);
  const inner = first && !isOneLine ? indentAt(text, first.offset) : `${outer}${unitOf(text)}`;
  const key = name === undefined ? '' : `${JSON.stringify(name)}: `;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const item = isOneLine
    ? `${key}${onOneLine(value)}`
    : `${key}${onLines(value, text, inner, eol)}`;
  if (last) {
    const separator = isOneLine ? ', ' : `,${eol}${inner}`;
    return apply(text, {
      offset: last.offset + last.length,
      length: 0,
      text: `${separator}${item}`,
    });
  }
  // Comments in an empty container stay behind what is added.
  const inside = text.slice(container.offset + 1, container.offset + container.length - 1);
  const rest = inside.trim() === '' ? `${eol}${outer}` : inside;
  return apply(text, {
    offset: container.offset + 1,
    length: inside.length,
    text: `${eol}${inner}${item}${rest}`,
  });
}

/** Puts a value in the place of another. */
export function replaceJson(text: string, node: Node, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const { offset, length } = node;
  return apply(text, { offset, length, text: onLines(value, text, indentAt(text, offset), eol) });
}

const apply = (text: string, edit: Edit) =>
  `${text.slice(0, edit.offset)}${edit.text}${text.slice(edit.offset + edit.length)}`;

/** What the line of a place begins with. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** By how much this text indents. */
const unitOf = (text: string) => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

/** Lists of texts stay on one line, as formatters of JSON write them. */
const onLines = (value: unknown, text: string, indent: string, eol: string) =>
  JSON.stringify(value, null, unitOf(text))
    .replace(
      /\[\n\s*("[^[\]{}]*?")\n\s*\]/g,
      (_, items: string) => `[${items.replace(/,\n\s*/g, ', ')}]`,
    )
    .replaceAll('\n', `${eol}${indent}`);

const onOneLine = (value: unknown) => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
