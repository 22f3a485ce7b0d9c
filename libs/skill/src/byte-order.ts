/**
 * Orders two strings by their UTF-8 bytes: the order of archives and indexes, the same under every
 * locale. JavaScript's own order (UTF-16 units) differs for characters beyond U+FFFF.
 */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}
