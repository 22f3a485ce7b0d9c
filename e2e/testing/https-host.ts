import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder';

/** The host name of the origin; it resolves for nobody but the clients that are told so. */
export const HOST = 'skills.acme.example';

/** A host of our own that serves a folder over https, with a certificate of its own authority. */
export interface HttpsHost {
  /** `https://skills.acme.example:<port>` */
  origin: string;
  port: number;
  /** The file of the authority's certificate. */
  authority: string;
  /** The paths that were asked for so far, with the status of the answer. */
  requests: string[];
  /** Serves another folder from now on. */
  serve(folder: string): void;
  close(): Promise<void>;
}

const TYPES: [suffix: string, type: string][] = [
  ['.json', 'application/json'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.tar.gz', 'application/gzip'],
  ['.zip', 'application/zip'],
];

export async function startHttpsHost(): Promise<HttpsHost> {
  const { key, certificate, authority } = makeCertificates();
  const requests: string[] = [];
  let root = '';
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const path = new URL(request.url ?? '/', `https://${HOST}`).pathname;
    const file = join(root, decodeURIComponent(path));
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    requests.push(`${isFile ? 200 : 404} ${path}`);
    const type = TYPES.find(([suffix]) => path.endsWith(suffix))?.[1] ?? 'text/plain';
    response.writeHead(isFile ? 200 : 404, { 'content-type': isFile ? type : 'text/plain' });
    response.end(isFile ? readFileSync(file) : 'Not found\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://${HOST}:${port}`,
    port,
    authority,
    requests,
    serve: (folder) => {
      root = folder;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function makeCertificates() {
  const folder = temporaryFolder('authority');
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    ...['req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=Acme authority'],
    ...['-keyout', at('ca.key'), '-out', at('ca.pem')],
  );
  openssl(
    ...[
      'req',
      ...newKey,
      '-subj',
      `/CN=${HOST}`,
      '-keyout',
      at('host.key'),
      '-out',
      at('host.csr'),
    ],
  );
  writeFileSync(at('names'), `subjectAltName=DNS:${HOST}\n`);
  openssl(
    ...['x509', '-req', '-days', '2', '-in', at('host.csr'), '-extfile', at('names')],
    ...['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-out', at('host.pem')],
  );
  return {
    key: readFileSync(at('host.key')),
    certificate: readFileSync(at('host.pem')),
    authority: at('ca.pem'),
  };
}
