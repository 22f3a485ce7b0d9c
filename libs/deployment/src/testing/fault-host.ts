import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contentTypeOf } from '../content-types';

/** Answers a request in place of the host; `file` is what a good host would have sent. */
export type Answer = (request: IncomingMessage, response: ServerResponse, file: Buffer) => void;

/** A host on this machine that has faults. */
export interface FaultHost {
  origin: string;
  port: number;
  /** What was asked for, such as "GET /a". */
  requests: string[];
  close(): Promise<void>;
}

const open: FaultHost[] = [];

afterEach(async () => {
  for (const host of open.splice(0)) await host.close();
});

/**
 * Starts a host that is closed after the test.
 *
 * @param answers by path; `*` answers all other paths
 * @param tree a folder that the other paths are served from
 */
export async function startHost(
  answers: Record<string, Answer>,
  tree?: string,
  address = '127.0.0.1',
): Promise<FaultHost> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/, '');
    requests.push(`${request.method} ${path}`);
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const file = tree === undefined ? undefined : join(tree, name);
    const isFile = file !== undefined && existsSync(file) && statSync(file).isFile();
    const bytes = isFile ? readFileSync(file) : undefined;
    const answer = answers[path] ?? answers['*'] ?? (bytes ? serveFile(name) : missing);
    answer(request, response, bytes ?? Buffer.alloc(0));
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const host: FaultHost = {
    origin: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  open.push(host);
  return host;
}

/** A body with a status and headers. */
export function send(
  body: string | Buffer,
  headers: Record<string, string> = {},
  status = 200,
): Answer {
  return (request, response) => {
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** The file of the tree as a good host sends it, or changed. */
export function serveFile(
  path: string,
  change: (file: Buffer) => string | Buffer = (file) => file,
  headers: Record<string, string> = {},
): Answer {
  return (request, response, file) => {
    const own = { 'content-type': contentTypeOf(path), 'access-control-allow-origin': '*' };
    send(change(file), { ...own, ...headers })(request, response, file);
  };
}

export const missing: Answer = send('not found', { 'content-type': 'text/plain' }, 404);

export const APP_SHELL = '<!doctype html><div id="root"></div>';
export const catchAll: Answer = send(APP_SHELL, { 'content-type': 'text/html' });
