import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { REPOSITORY, TEMPLATE } from './packed-plugin';

/** A registry that has our package, as it will be published, and sends for all others elsewhere. */
export interface Registry {
  /** For npm and pnpm. */
  env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

export async function startRegistry(): Promise<Registry> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const tarball = readFileSync(join(TEMPLATE, 'nx-agent-skills.tgz'));
  const manifest = JSON.parse(
    readFileSync(join(REPOSITORY, 'tools/nx-agent-skills/package.json'), 'utf8'),
  );
  const server = createServer(({ url = '/', headers }, response) => {
    const path = new URL(url, 'http://localhost').pathname;
    if (path === '/nx-agent-skills.tgz') response.end(tarball);
    else if (path === '/nx-agent-skills') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(packument(`http://${headers.host}`)));
    } else
      response
        .writeHead(302, { location: new URL(`.${url}`, `${upstream.replace(/\/$/, '')}/`).href })
        .end();
  });
  const { version } = manifest;
  const packument = (host: string) => ({
    name: manifest.name,
    'dist-tags': { latest: version },
    time: { [version]: '2026-01-01T00:00:00.000Z' },
    versions: {
      [version]: {
        ...manifest,
        devDependencies: {},
        dist: {
          tarball: `${host}/nx-agent-skills.tgz`,
          integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
          shasum: createHash('sha1').update(tarball).digest('hex'),
        },
      },
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
