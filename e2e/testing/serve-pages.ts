import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageServer {
  /** Without a slash at the end. */
  origin: string;
  /** The paths that were asked for, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** Serves HTML pages by path (`/a/index.html`) on this machine alone; all else is 404. */
export async function servePages(pages: ReadonlyMap<string, string>): Promise<PageServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    requests.push(path);
    const page = pages.get(path);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
