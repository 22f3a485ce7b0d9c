import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The tokens that the server knows; any other is refused. */
export const TOKENS = { readWrite: 'read-write-token', readOnly: 'read-only-token' };

/** A remote cache with the protocol that Nx documents for caches of one's own. */
export interface CacheServer {
  url: string;
  /** What was stored, by the hash of the task: a gzipped tar of the outputs. */
  entries: Map<string, Buffer>;
  /** What was asked for and answered since the last look, such as "PUT 200", sorted. */
  takeRequests(): string[];
  /** The variables with which Nx uses the server. */
  env(token: string): NodeJS.ProcessEnv;
  close(): Promise<void>;
}

export async function startCacheServer(): Promise<CacheServer> {
  const entries = new Map<string, Buffer>();
  let requests: string[] = [];
  const server = createServer(async (request, response) => {
    const { status, body } = answer(entries, request, await readBody(request));
    requests.push(`${request.method} ${status}`);
    const type = status === 200 ? 'application/octet-stream' : 'text/plain';
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    entries,
    takeRequests: () => {
      const taken = requests.sort();
      requests = [];
      return taken;
    },
    env: (token) => ({
      NX_SELF_HOSTED_REMOTE_CACHE_SERVER: url,
      NX_SELF_HOSTED_REMOTE_CACHE_ACCESS_TOKEN: token,
    }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  status: number;
  body: string | Buffer;
}

function answer(entries: Map<string, Buffer>, request: IncomingMessage, body: Buffer): Answer {
  const hash = /^\/v1\/cache\/(\d+)$/.exec(request.url ?? '')?.[1];
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  if (!Object.values(TOKENS).includes(token)) return { status: 401, body: 'Unknown token' };
  if (hash === undefined) return { status: 400, body: 'No hash of a task' };
  if (request.method === 'GET') {
    const entry = entries.get(hash);
    return entry ? { status: 200, body: entry } : { status: 404, body: 'Not found' };
  }
  if (request.method !== 'PUT') return { status: 405, body: 'Only GET and PUT' };
  if (token !== TOKENS.readWrite) return { status: 403, body: 'This token may only read' };
  if (entries.has(hash)) return { status: 409, body: 'Already there' };
  entries.set(hash, body);
  return { status: 200, body: '' };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
