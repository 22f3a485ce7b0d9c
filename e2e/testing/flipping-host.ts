import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A host on this machine that serves one tree after another. */
export interface FlippingHost {
  origin: string;
  /** The trees that are served in turn. */
  trees: string[];
  /** Whether it goes on to the next tree before it answers a request. */
  flipsNow: () => boolean;
  /** How often it has done so. */
  flips(): number;
  close(): Promise<void>;
}

export async function startFlippingHost(): Promise<FlippingHost> {
  let flips = 0;
  const server = createServer((request, response) => {
    if (host.flipsNow()) flips += 1;
    const tree = host.trees[flips % host.trees.length] ?? '';
    const file = join(tree, request.url ?? '/');
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    response.writeHead(isFile ? 200 : 404, { 'content-type': 'application/octet-stream' });
    response.end(isFile ? readFileSync(file) : 'Not found\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host: FlippingHost = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trees: [],
    flipsNow: () => false,
    flips: () => flips,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return host;
}
