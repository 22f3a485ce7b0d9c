const LONGEST = 200;

/**
 * Text from a server made safe for a terminal and for the reader of a log: control characters,
 * line breaks and invisible direction marks become visible escapes, and long text is cut.
 */
export function printable(text) {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    return `\\u{${character.codePointAt(0).toString(16)}}`;
  });
}

/** A received JSON value as it is named in a message. */
export function show(value) {
  if (typeof value === 'string') return `"${printable(value)}"`;
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}
