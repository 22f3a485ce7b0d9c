import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { createHttpClient, type HttpClient } from './http-client';
import { isFault } from './http-exchange';
import { send, startHost } from './testing/fault-host';

const REQUEST = { timeoutMs: 300, maxBytes: 1000 };
const clients: HttpClient[] = [];
const servers: Server[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) server.close();
});

function clientFor(origin: string): HttpClient {
  const policy = { origin: new URL(origin), allowedHosts: [], allowPrivate: false, resolve: {} };
  const client = createHttpClient(policy, 4, new AbortController().signal);
  clients.push(client);
  return client;
}

const ask = (origin: string) => clientFor(origin).request(`${origin}/x`, REQUEST);

/** A server that accepts connections and says nothing. */
async function startSilent(): Promise<number> {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('a request that is too slow', () => {
  it('says that there was no connection, also when the handshake is what is slow', async () => {
    const answer = await ask(`https://127.0.0.1:${await startSilent()}`);
    expect(answer).toMatchObject({ fault: 'http/timeout', detail: 'no connection within 300 ms' });
  });

  it('says that there were no headers', async () => {
    const answer = await ask(`http://127.0.0.1:${await startSilent()}`);
    expect(answer).toMatchObject({ detail: 'connected, but no headers within 300 ms' });
  });

  it('is one deadline for all redirects together', async () => {
    const host = await startHost({
      '*': (request, response, file) => {
        setTimeout(
          () => send('', { location: `${request.url}x` }, 302)(request, response, file),
          120,
        );
      },
    });
    const begin = Date.now();
    expect(await ask(host.origin)).toMatchObject({ fault: 'http/timeout' });
    expect(Date.now() - begin).toBeLessThan(900);
  });
});

describe('an answer that leads nowhere', () => {
  it.each([
    ['http://[', 'http/redirect-nowhere', 'Location: http://['],
    ['http://user:hunter2@[', 'http/redirect-nowhere', 'Location: http://['],
    ['http://user:hunter2@127.0.0.1/x', 'http/credentials', 'a user or password'],
  ])('is a redirect to %s, which is told', async (location, fault, detail) => {
    const host = await startHost({ '*': send('', { location }, 302) });
    const answer = await ask(host.origin);
    expect(answer).toMatchObject({ fault, detail: expect.stringContaining(detail) });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });

  it('is a switch to another protocol, which is told by its status', async () => {
    const host = await startHost({
      '*': ({ socket }) => {
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
        );
      },
    });
    expect(await ask(host.origin)).toMatchObject({ status: 101 });
  });
});

describe('a request', () => {
  it('sends no cookies, no credentials and asks for no coding', async () => {
    let headers: Record<string, unknown> = {};
    const host = await startHost({
      '*': (request, response, file) => {
        headers = request.headers;
        send('ok', { 'set-cookie': 'a=b' })(request, response, file);
      },
    });
    const client = clientFor(host.origin);
    const first = await client.request(`${host.origin}/x`, REQUEST);
    await client.request(`${host.origin}/x`, REQUEST);
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'cache-control',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(headers).toMatchObject({ 'accept-encoding': 'identity', 'cache-control': 'no-cache' });
    expect(first.headers).not.toHaveProperty('set-cookie');
  });

  it('stops before a body that is announced as too long, and keeps how it begins', async () => {
    const host = await startHost({
      '*': send('x'.repeat(5000), { 'content-length': '5000' }),
    });
    const answer = await ask(host.origin);
    expect(answer).toMatchObject({
      fault: 'http/too-large',
      detail: '5000 bytes are announced, at most 1000 are accepted',
    });
    expect(isFault(answer) && answer.start?.toString()).toMatch(/^x+$/);
  });

  it('is sent again when the server closed the kept connection meanwhile', async () => {
    let answered = 0;
    const host = await startHost({
      '*': (request, response, file) => {
        answered += 1;
        if (answered === 2) request.socket.destroy();
        else send('ok')(request, response, file);
      },
    });
    const client = clientFor(host.origin);
    await client.request(`${host.origin}/x`, REQUEST);
    const second = await client.request(`${host.origin}/x`, REQUEST);
    expect(second).toMatchObject({ status: 200 });
    expect(answered).toBe(3);
  });

  it('names a host that is not found', async () => {
    expect(await ask('https://no-such-host.invalid')).toMatchObject({ fault: 'http/name' });
  });
});
