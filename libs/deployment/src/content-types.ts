/** The types that a good host serves, by the end of the path; the first that fits holds. */
const CONTENT_TYPES: readonly (readonly [suffix: string, type: string])[] = [
  ['.tar.gz', 'application/gzip'],
  ['.zip', 'application/zip'],
  ['.json', 'application/json'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
];

/** The Content-Type of a file by its path. */
export function contentTypeOf(path: string): string {
  const found = CONTENT_TYPES.find(([suffix]) => path.endsWith(suffix));
  return found?.[1] ?? 'application/octet-stream';
}
