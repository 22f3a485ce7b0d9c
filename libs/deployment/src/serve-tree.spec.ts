import { symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { serveTree, type TreeServer } from './serve-tree';

let server: TreeServer;
let folder: string;

beforeAll(async () => {
  folder = writeTree({
    'site/.well-known/agent-skills/index.json': '{}\n',
    'site/agent-skills/index.html': '<h1>Skills</h1>',
    'site/agent-skills/alpha/SKILL.md': '0123456789',
    'site/agent-skills/beta.tar.gz': Buffer.from([0x1f, 0x8b, 8]),
    'site/agent-skills/beta.zip': 'PK',
    'site/agent-skills/report.md': '# Report',
    'site/agent-skills/empty.txt': '',
    'secret.txt': 'secret',
  });
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'site/link.txt'));
  server = await serveTree(join(folder, 'site'), { basePath: '/docs/' });
});

afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { headers, method });

/** Without the cleaning of paths that fetch does. */
function rawStatus(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    request({ hostname, port, path }, (response) => resolve(response.resume().statusCode)).end();
  });
}

describe('the server of a tree', () => {
  it.each([
    ['/.well-known/agent-skills/index.json', 'application/json'],
    ['/agent-skills/alpha/SKILL.md', 'text/markdown; charset=utf-8'],
    ['/agent-skills/beta.tar.gz', 'application/gzip'],
    ['/agent-skills/beta.zip', 'application/zip'],
    ['/agent-skills/', 'text/html; charset=utf-8'],
    ['/agent-skills', 'text/html; charset=utf-8'],
    ['/agent-skills/empty.txt', 'text/plain; charset=utf-8'],
  ])('answers %s as %s, uncoded and open to browsers', async (path, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const head = await get(path, {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(
      String((await answer.arrayBuffer()).byteLength),
    );
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  it.each([
    '/docs/../secret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/agent-skills/..%2f..%2fsecret.txt',
    '/docs/link.txt',
    '/docs/.well-known',
    '/docs/alpha\\..\\..',
    '/docs/%',
    '/docs/%00',
    '/docsagent-skills/',
    '/agent-skills/',
    '/docs/agent-skills/alpha/SKILL.md/',
    '/docs/agent-skills/alpha/skill.md',
  ])('answers 404 to %s', async (path) => {
    expect(await rawStatus(path)).toBe(404);
  });

  it('answers ranges', async () => {
    const path = '/agent-skills/alpha/SKILL.md';
    const part = await get(path, { range: 'bytes=2-4' });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(await (await get(path, { range: 'bytes=-3' })).text()).toBe('789');
    expect(await (await get(path, { range: 'bytes=8-' })).text()).toBe('89');
    expect((await get(path, { range: 'bytes=20-' })).status).toBe(416);
    expect((await get(path, { range: 'bytes=0-1,3-4' })).status).toBe(200);
  });

  it('answers 304 to those who have the file, and 405 to all but GET and HEAD', async () => {
    const path = '/agent-skills/report.md';
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(path, {}, 'POST')).status).toBe(405);
  });

  it('listens to this machine only', () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/docs$/);
  });
});
