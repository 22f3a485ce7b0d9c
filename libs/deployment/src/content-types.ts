/** How files of one kind are served: by a good host, and by others whose files clients take too. */
interface ServedType {
  suffix: string;
  type: string;
  /** Without parameters. */
  also?: readonly string[];
}

/** By the end of the path; the first that fits holds. */
const CONTENT_TYPES: readonly ServedType[] = [
  {
    suffix: '.tar.gz',
    type: 'application/gzip',
    also: ['application/x-gzip', 'application/x-tar', 'application/x-compressed-tar'],
  },
  { suffix: '.zip', type: 'application/zip', also: ['application/x-zip-compressed'] },
  { suffix: '.json', type: 'application/json' },
  { suffix: '.md', type: 'text/markdown; charset=utf-8', also: ['text/plain'] },
  { suffix: '.html', type: 'text/html; charset=utf-8' },
  { suffix: '.css', type: 'text/css; charset=utf-8' },
  { suffix: '.js', type: 'text/javascript; charset=utf-8' },
  { suffix: '.txt', type: 'text/plain; charset=utf-8' },
  { suffix: '.svg', type: 'image/svg+xml' },
  { suffix: '.png', type: 'image/png' },
];

/** The Content-Type of a file by its path. */
export function contentTypeOf(path: string): string {
  return servedType(path)?.type ?? 'application/octet-stream';
}

/** The media types that clients take for a file, without parameters; the first is the one to set. */
export function acceptedTypes(path: string): string[] {
  const { also = [] } = servedType(path) ?? {};
  return [mediaTypeOf(contentTypeOf(path)), ...also];
}

/** The media type in a Content-Type, in lower case and without parameters. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

const servedType = (path: string) => CONTENT_TYPES.find(({ suffix }) => path.endsWith(suffix));
