import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { contentTypeOf } from './content-types';

/** A server of a folder on this machine. */
export interface TreeServer {
  /** With the base path, without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/** Where a folder is served. */
export interface ServeOptions {
  /** Default: any free one. */
  port?: number;
  /** An address of this machine that nobody else can reach. Default: 127.0.0.1. */
  host?: '127.0.0.1' | '::1';
  /** For example `/docs`; nothing is served outside of it. Default: none. */
  basePath?: string;
}

/**
 * Serves a folder as a good host would: exact bytes, right types, dot-folders, HEAD, ranges,
 * validators and CORS; no listings, no redirects, no content coding. A folder is answered with its
 * index.html. Files that are replaced while it runs are served anew.
 *
 * @param folder absolute
 */
export async function serveTree(folder: string, options: ServeOptions = {}): Promise<TreeServer> {
  const { port = 0, host = '127.0.0.1' } = options;
  const basePath = (options.basePath ?? '').replace(/\/$/, '');
  const server = createServer((request, response) => answer(request, response, folder, basePath));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host === '::1' ? '[::1]' : host}:${actual}${basePath}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface ServedFile {
  path: string;
  size: number;
  etag: string;
  modified: string;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  basePath: string,
): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('x-content-type-options', 'nosniff');
  const { method = 'GET' } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    plain(response, 405, 'Only GET and HEAD are answered.');
    return;
  }
  const file = findFile(request.url ?? '/', folder, basePath);
  if (!file) {
    plain(response, 404, 'Not found.');
    return;
  }
  response.setHeader('content-type', contentTypeOf(file.path));
  response.setHeader('etag', file.etag);
  response.setHeader('last-modified', file.modified);
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('accept-ranges', 'bytes');
  if (isUnchanged(request, file)) {
    response.writeHead(304).end();
    return;
  }
  const range = rangeOf(request.headers.range, file.size);
  if (range === 'none') {
    response.setHeader('content-range', `bytes */${file.size}`);
    plain(response, 416, 'The range lies outside of the file.');
    return;
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  if (range) response.setHeader('content-range', `bytes ${start}-${end}/${file.size}`);
  response.setHeader('content-length', end - start + 1);
  response.writeHead(range ? 206 : 200);
  if (method === 'HEAD' || end < start) {
    response.end();
    return;
  }
  pipeline(createReadStream(file.path, { start, end }), response, () => {
    // Whoever went away does not need the rest.
  });
}

/** The file of a URL; undefined when there is none, or it lies outside of the folder. */
function findFile(target: string, folder: string, basePath: string): ServedFile | undefined {
  let path: string;
  try {
    path = decodeURIComponent(target.replace(/[?#].*$/s, ''));
  } catch {
    return undefined;
  }
  if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined;
  const inside = path.slice(basePath.length);
  if (/[\0\\]/.test(inside) || inside.split('/').includes('..')) return undefined;
  return (
    statFile(join(folder, inside), folder) ?? statFile(join(folder, inside, 'index.html'), folder)
  );
}

function statFile(path: string, folder: string): ServedFile | undefined {
  try {
    const real = realpathSync(path);
    if (!real.startsWith(`${realpathSync(folder)}${sep}`)) return undefined;
    const { size, mtime, mtimeMs, ino } = statSync(real);
    if (!statSync(real).isFile() || path.endsWith('/')) return undefined;
    const etag = `"${[ino, size, mtimeMs].map((each) => Math.trunc(each).toString(36)).join('-')}"`;
    return { path: real, size, etag, modified: mtime.toUTCString() };
  } catch {
    return undefined;
  }
}

function isUnchanged({ headers }: IncomingMessage, { etag, modified }: ServedFile): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags === '*' || tags.split(/\s*,\s*/).includes(etag);
  return headers['if-modified-since'] === modified;
}

/** The one range that is asked for; several at once are answered with the whole file. */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? 'none' : { start, end };
}

function plain(response: ServerResponse, status: number, text: string): void {
  const body = `${text}\n`;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.writeHead(status);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
