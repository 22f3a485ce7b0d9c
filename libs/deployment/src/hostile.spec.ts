import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { runBounded } from './run-bounded';
import { checkServed, resultOfCheck } from './testing/check-served';
import { type Answer, APP_SHELL, send, startHost } from './testing/fault-host';
import { BASE, entry, indexText, sendIndex, sendSkillMd, skillMd } from './testing/made-index';
import { tarEntry, tarGz } from './testing/made-tar';

const COUNT = 300;
const SEED = 20_260_101;
const INDEX = `${BASE}index.json`;
const ALPHA = `${BASE}alpha/SKILL.md`;
const alpha = skillMd('alpha');
const index = indexText([entry('alpha', alpha)]);

type Random = (below: number) => number;

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}

const raw =
  (text: string | Buffer, isClosed = true): Answer =>
  ({ socket }) => {
    socket.write(text);
    if (isClosed) socket.end();
  };

const pump =
  (chunk: Buffer, pause: number, first: Buffer = chunk): Answer =>
  (_, response) => {
    response.writeHead(200);
    response.write(first);
    const write = () => {
      if (response.destroyed) return;
      response.write(chunk);
      setTimeout(write, pause);
    };
    write();
  };

const redirect = (location: string): Answer => send('', { location }, 302);

/** Ways to answer badly, in place of the given right body. */
const ATTACKS: Record<string, (body: Buffer, random: Random) => Answer> = {
  'no headers': () => () => undefined,
  'no body': (body) => (_, response) => {
    response.writeHead(200, { 'content-length': String(body.length) });
    response.flushHeaders();
  },
  'a slow body': (_, random) => pump(randomBytes(1), 1 + random(40)),
  'an endless body': (_, random) => pump(Buffer.alloc(1 << (16 + random(4)), 32), 0),
  'an endless body that begins right': (body) => pump(Buffer.alloc(65_536, 32), 1, body),
  'a body that is cut': (body, random) => (_, response) => {
    response.writeHead(200, { 'content-length': String(body.length) });
    response.write(body.subarray(0, random(body.length)));
    setTimeout(() => response.destroy(), 5);
  },
  'a length that is too long': (body) =>
    raw(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length + 9}\r\n\r\n${body}`),
  'a length that is too short': (body, random) =>
    raw(`HTTP/1.1 200 OK\r\nContent-Length: ${random(body.length)}\r\n\r\n${body}`),
  'a length beyond all bounds': (body) =>
    raw(`HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n${body}`, false),
  'a length that is none': (body) => raw(`HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n${body}`),
  'two lengths': (body) =>
    raw(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nContent-Length: 3\r\n\r\n${body}`),
  'broken chunks': (body) =>
    raw(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`),
  'no HTTP': (_, random) => raw(randomBytes(20 + random(2000))),
  'endless headers': (_, random) =>
    raw(`HTTP/1.1 200 OK\r\n${`X-${random(99)}: ${'y'.repeat(2000)}\r\n`.repeat(20)}`, false),
  'a reset connection': () => (request) => {
    request.socket.destroy();
  },
  'another protocol': () =>
    raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', false),
  'endless interim answers': () => (_, response) => {
    const write = () => {
      if (response.destroyed) return;
      response.writeProcessing();
      setTimeout(write, 2);
    };
    write();
  },
  'a status that is no success': (body, random) => {
    const statuses = [201, 204, 206, 300, 304, 400, 401, 403, 404, 410, 418, 429, 500, 502, 503];
    return send(body, {}, statuses[random(statuses.length)] ?? 500);
  },
  'a redirect to itself': () => (request, response, file) =>
    redirect(request.url ?? '/')(request, response, file),
  'redirects without end': () => (request, response, file) =>
    redirect(`${request.url}x`)(request, response, file),
  'a redirect elsewhere': (_, random) => {
    const places = [
      'file:///etc/passwd',
      'data:text/plain,x',
      'javascript:x',
      'http://169.254.169.254/latest',
      'http://[::ffff:10.0.0.1]/',
      'http://0300.0250.0.1/',
      'gopher://127.0.0.1:9/',
      'https://other.example/',
      'http://[',
    ];
    return redirect(places[random(places.length)] ?? 'file:///');
  },
  'a page': () => send(APP_SHELL, { 'content-type': 'text/html' }),
  nothing: () => send(''),
  'random bytes': (body, random) => send(randomBytes(random(body.length * 3) + 1)),
  'one wrong byte': (body, random) => {
    const changed = Buffer.from(body);
    const at = random(changed.length);
    // Never a blank, so that an index is no longer the same JSON.
    changed[at] = changed[at] === 0x21 ? 0x22 : 0x21;
    return send(changed);
  },
  'a bomb as content coding': () => send(CODED_BOMB, { 'content-encoding': 'gzip' }),
  'deep nesting': (_, random) => send('['.repeat(100_000 + random(900_000))),
};

const BOMB = tarGz(tarEntry('SKILL.md', alpha), tarEntry('z', Buffer.alloc(60 << 20)));
const CODED_BOMB = gzipSync(Buffer.alloc(100 << 20));

/** Archives that have the promised digest. */
const ARCHIVES: Record<string, (random: Random) => Buffer> = {
  'a bomb': () => BOMB,
  'many files': (random) =>
    tarGz(...Array.from({ length: 1100 + random(900) }, (_, at) => tarEntry(`f${at}`, ''))),
  'a cut tar': (random) => gzipSync(tarEntry('SKILL.md', alpha).subarray(0, 100 + random(500))),
  'no gzip': (random) => randomBytes(50 + random(5000)),
  'an odd entry': (random) =>
    tarGz(
      tarEntry('SKILL.md', alpha),
      tarEntry('../'.repeat(random(3)) + ['C:x', 'a/../b', '/x', 'con', 'a\\b'][random(5)], ''),
    ),
  'a link': (random) =>
    tarGz(
      tarEntry('SKILL.md', alpha),
      tarEntry('l', '', { type: '123456xgLK'[random(10)] ?? 'x' }),
    ),
};

interface Case {
  name: string;
  answers: Record<string, Answer>;
  check: 'index' | 'digest' | 'layout';
}

function makeCase(number: number): Case {
  const random = randomFrom(SEED + number);
  if (number % 10 === 0) {
    const names = Object.keys(ARCHIVES);
    const name = names[(number / 10) % names.length] ?? '';
    const bytes = ARCHIVES[name]?.(random) ?? Buffer.alloc(0);
    const promised = entry('alpha', bytes, { type: 'archive', url: 'alpha.tar.gz' });
    return {
      name: `${number}: ${name}`,
      answers: { [INDEX]: sendIndex([promised]), [`${BASE}alpha.tar.gz`]: send(bytes) },
      check: 'layout',
    };
  }
  const names = Object.keys(ATTACKS);
  const name = names[number % names.length] ?? '';
  const isIndex = random(3) === 0;
  const attack = ATTACKS[name]?.(isIndex ? Buffer.from(index) : alpha, random) ?? send('');
  return {
    name: `${number}: ${name} in place of ${isIndex ? 'the index' : 'the skill'}`,
    answers: {
      [INDEX]: sendIndex([entry('alpha', alpha)]),
      [ALPHA]: sendSkillMd(alpha),
      [isIndex ? INDEX : ALPHA]: attack,
      // Redirects without end lead to paths that nobody knows.
      ...(name === 'redirects without end' ? { '*': attack } : {}),
    },
    check: isIndex ? 'index' : 'digest',
  };
}

const held = () => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
};

describe('hostile and broken answers', () => {
  it(`never pass, end in time and do not fill the memory (${COUNT} of them)`, async () => {
    const numbers = Array.from({ length: COUNT }, (_, at) => at);
    const before = held();
    let most = 0;
    const failures: string[] = [];
    await runBounded(numbers, 12, async (number) => {
      const { name, answers, check } = makeCase(number);
      const host = await startHost(answers);
      const begin = Date.now();
      const verification = await checkServed(host.origin, { timeoutMs: 300, totalTimeoutMs: 2500 });
      const took = Date.now() - begin;
      // On a busy machine the index itself may come too late; then nothing else is looked at.
      const index = resultOfCheck(verification, 'index');
      const result =
        index.status === 'passed' && check !== 'index'
          ? resultOfCheck(verification, check, 'alpha')
          : index;
      if (result.status === 'passed') failures.push(`${name} passed`);
      if (result.status === 'failed' && result.diagnoses.length === 0)
        failures.push(`${name}: no cause`);
      if (took > 4000) failures.push(`${name} took ${took} ms`);
      most = Math.max(most, held());
      await host.close();
    });
    expect(failures).toEqual([]);
    expect(most - before).toBeLessThan(300);
  }, 60_000);
});
