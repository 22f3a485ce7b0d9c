/**
 * True for a URL path segment that means itself: not empty, not "." or "..", and only of the
 * characters that RFC 3986 calls unreserved, so that nothing ever encodes, decodes or quotes it.
 */
export function isPlainSegment(segment: string): boolean {
  return /^[A-Za-z0-9._~-]+$/.test(segment) && segment !== '.' && segment !== '..';
}
