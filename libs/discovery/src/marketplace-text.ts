import { MarketplaceError } from './marketplace-error';

export type JsonObject = Record<string, unknown>;

/**
 * The object that a manifest holds.
 *
 * @param file for messages
 * @throws MarketplaceError when the text is not JSON, or no object
 */
export function readManifest(text: string, file: string): JsonObject {
  const received = JSON.stringify(text.slice(0, 60));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const reason = 'the file is not valid JSON and is left as it is';
    const fix = 'mend or delete it, and run "npx nx sync" again.';
    throw new MarketplaceError('marketplace/not-json', { file, received, reason, fix });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as JsonObject;
  const reason = 'the file must hold an object';
  const fix = 'delete it, and run "npx nx sync" again.';
  throw new MarketplaceError('marketplace/wrong-shape', { file, received, reason, fix });
}

/**
 * A manifest as text, with the indentation, line ends and final line break of the text before.
 *
 * @param before undefined when there was none: two spaces, `\n`, and a final line break
 */
export function writeManifest(manifest: JsonObject, before = '{\n  "":""\n}\n'): string {
  const indent = /\n([ \t]+)\S/.exec(before)?.[1] ?? '  ';
  const end = /\n$/.test(before) ? '\n' : '';
  const text = `${JSON.stringify(manifest, null, indent)}${end}`;
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}
