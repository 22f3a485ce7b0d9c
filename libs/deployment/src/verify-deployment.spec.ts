import { EACH_SHAPE, skillMd } from '@nx-agent-skills/publication/testing';
import { describeVerification } from './describe-verification';
import { serveTree, type TreeServer } from './serve-tree';
import { checkServed, codesOf, countSeverities, resultOfCheck } from './testing/check-served';
import { type Answer, catchAll, missing, send, serveFile, startHost } from './testing/fault-host';
import { type PublishedTree, publishTree } from './testing/published-tree';
import { hasFailed } from './verification';

const INDEX = '/.well-known/agent-skills/index.json';
const ALPHA = '/agent-skills/alpha/SKILL.md';
const BETA = '/agent-skills/beta.tar.gz';

let built: PublishedTree;

beforeAll(() => {
  built = publishTree();
});

/** Checks the tree as a host with these faults serves it. */
async function checkWith(
  answers: Parameters<typeof startHost>[0],
  options: Parameters<typeof checkServed>[1] = {},
) {
  const host = await startHost(answers, built.tree);
  return { host, verification: await checkServed(host.origin, { ...built, ...options }) };
}

describe('a tree that is served as it was built', () => {
  let server: TreeServer;
  afterEach(() => server.close());

  it.each(['', '/docs'])('passes at the base path "%s"', async (basePath) => {
    server = await serveTree(built.tree, { basePath });
    const verification = await checkServed(server.url, built);
    expect(countSeverities(verification)).toEqual({ error: 0, warning: 0, info: 0 });
    expect(hasFailed(verification)).toBe(false);
    expect(verification).toMatchObject({ built: 6, served: 6, isCutShort: false });
    expect(resultOfCheck(verification, 'index').message).toContain('built 5, served 5');
    const ran = verification.results.filter(({ status }) => status === 'passed');
    expect(ran.map(({ check, skill }) => [check, skill])).toEqual([
      ['index', undefined],
      ['digest', 'alpha'],
      ['digest', 'beta'],
      ['layout', 'beta'],
      ['digest', 'cloud'],
      ['layout', 'cloud'],
      ['digest', 'cloud-logs'],
      ['digest', 'suite'],
      ['layout', 'suite'],
      ['digest', 'suite-scan'],
    ]);
    for (const { evidence } of ran) expect(evidence).toMatchObject({ url: expect.anything() });
  });

  it('passes with zips, the index of discovery 0.1.0 and the settings of hosts', async () => {
    const other = publishTree(EACH_SHAPE, { zip: 'index', legacyIndex: true, hosting: [] });
    server = await serveTree(other.tree);
    const verification = await checkServed(server.url, other);
    expect(hasFailed(verification)).toBe(false);
    expect(codesOf(verification)).toEqual([]);
    expect(resultOfCheck(verification, 'layout', 'beta').evidence.url).toMatch(/\.zip$/);
  });

  it('passes for one who knows nothing but the origin', async () => {
    const url = 'http://127.0.0.1';
    server = await serveTree(built.tree);
    const own = publishTree(EACH_SHAPE, { origin: { href: server.url } });
    await server.close();
    server = await serveTree(own.tree, { port: Number(server.url.slice(url.length + 1)) });
    const verification = await checkServed(server.url);
    expect(codesOf(verification)).toEqual([]);
    expect(verification).toMatchObject({ served: 5 });
    expect(hasFailed(verification)).toBe(false);
  });

  it('never passes what was not looked at', async () => {
    server = await serveTree(built.tree);
    const verification = await checkServed(server.url, built);
    const others = verification.results.filter(({ status }) => status !== 'passed');
    expect(new Set(others.map(({ check, status }) => `${check} ${status}`))).toEqual(
      new Set(['install skipped', 'activation not-run']),
    );
  });
});

describe('an index', () => {
  it('that is gone names the dot-folder, once for all copies', async () => {
    const paths = ['', ...built.report.skills.map(({ name }) => `/agent-skills/${name}`)];
    const answers = [...paths, '/agent-skills'].map((path) => [`${path}${INDEX}`, missing]);
    const { verification } = await checkWith(Object.fromEntries(answers));
    const { diagnoses } = resultOfCheck(verification, 'index');
    expect(diagnoses.map(({ code }) => code)).toEqual(
      diagnoses.map(() => 'deploy/dot-folder-dropped'),
    );
    expect(diagnoses).toHaveLength(2);
    expect(diagnoses[1]?.message).toContain('5 more');
    expect(resultOfCheck(verification, 'digest', 'alpha').status).toBe('passed');
  });

  it('of other skills is told by name, with counts', async () => {
    const other = publishTree({
      'skills/alpha/SKILL.md': skillMd('alpha', 'Changed.'),
      'skills/new/SKILL.md': skillMd('new'),
    });
    const { verification } = await checkWith({
      [INDEX]: serveFile(INDEX, () => JSON.stringify(indexOf(other))),
    });
    const { message, diagnoses } = resultOfCheck(verification, 'index');
    expect(diagnoses[0]?.code).toBe('index/differs');
    expect(message).toContain('built 5, served 2');
    expect(message).toContain('4 not served: beta, cloud-logs, suite, suite-scan');
    expect(message).toContain('1 served but not built: new');
    expect(message).toContain('1 with another digest: alpha');
  });

  it('whose copy or whose single index differs fails', async () => {
    const scoped = `/agent-skills${INDEX}`;
    const single = `/agent-skills/beta${INDEX}`;
    const { verification } = await checkWith({
      [scoped]: serveFile(INDEX, (file) => JSON.stringify(JSON.parse(file.toString()))),
      [single]: missing,
    });
    expect(resultOfCheck(verification, 'index').status).toBe('failed');
    expect(codesOf(verification, 'index')).toEqual([
      'index/copy-differs',
      'deploy/dot-folder-dropped',
    ]);
  });
});

function indexOf({ report }: PublishedTree): unknown {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: report.skills.map(({ name, type, description, url, digest }) => ({
      name,
      type,
      description,
      url,
      digest,
    })),
  };
}

describe('bytes that are not those that were built', () => {
  const crlf = (file: Buffer) => file.toString().replaceAll('\n', '\r\n');
  const bom = (file: Buffer) => `\ufeff${file}`;
  const shorter = (file: Buffer) => file.subarray(0, file.length - 5);
  const appended = (file: Buffer) => `${file}<script src="x.js"></script>`;
  const upper = (file: Buffer) => file.toString().replace('Does', 'DOES');

  it.each([
    ['line endings', crlf, 'bytes/line-endings', ''],
    ['a byte order mark', bom, 'bytes/bom-added', ''],
    ['a lost end', shorter, 'http/truncated', 'bytes came'],
    ['an injected script', appended, 'bytes/appended', ''],
    ['changed words', upper, 'bytes/rewritten', 'byte 30: "oes alpha.\\n---'],
  ])('are explained by %s', async (_, change, code, seen) => {
    const { verification } = await checkWith({ [ALPHA]: serveFile(ALPHA, change) });
    const { status, message, diagnoses } = resultOfCheck(verification, 'digest', 'alpha');
    expect([status, diagnoses[0]?.code]).toEqual(['failed', code]);
    expect(message).toContain(seen);
  });

  it('are a page, even one that is larger than the file can be', async () => {
    const page = send(`<html>${' '.repeat(3_000_000)}`, { 'content-type': 'text/html' });
    const { verification } = await checkWith({ [ALPHA]: page, [BETA]: catchAll });
    expect(codesOf(verification, 'digest')).toEqual([
      'deploy/catch-all-page',
      'deploy/catch-all-page',
    ]);
    expect(resultOfCheck(verification, 'layout', 'beta').status).toBe('skipped');
  });

  it('are cut off by a connection that ends early', async () => {
    const { verification } = await checkWith({
      [ALPHA]: (_, response, file) => {
        response.writeHead(200, { 'content-length': String(file.length) });
        response.write(file.subarray(0, 10));
        setTimeout(() => response.destroy(), 20);
      },
    });
    const { message, diagnoses } = resultOfCheck(verification, 'digest', 'alpha');
    expect(diagnoses[0]?.code).toBe('http/truncated');
    expect(message).toContain('after 10 bytes');
  });
});

describe('a stale copy', () => {
  const old = skillMd('alpha', 'Before.');
  /** A clock that goes only when somebody sleeps. */
  const fakeClock = () => {
    let now = 0;
    const slept: number[] = [];
    const sleep = async (ms: number) => {
      slept.push(ms);
      now += ms;
    };
    return { slept, now: () => now, sleep };
  };

  it('of an earlier build is asked for again until the limit, then told', async () => {
    const previous = publishTree({ 'skills/alpha/SKILL.md': old }).report;
    const clock = fakeClock();
    const { verification } = await checkWith(
      { [ALPHA]: serveFile(ALPHA, () => old, { age: '1234' }) },
      { previous, clock, patienceMs: 10_000 },
    );
    const { diagnoses, evidence, message } = resultOfCheck(verification, 'digest', 'alpha');
    expect(diagnoses[0]?.code).toBe('deploy/stale-copy');
    expect(message).toContain('age: 1234');
    expect(evidence).toMatchObject({ attempts: 4, age: '1234' });
    expect(clock.slept).toEqual([1000, 2000, 4000]);
  });

  it('is not waited for anew once another has stayed stale all the time', async () => {
    const previous = publishTree({
      'skills/alpha/SKILL.md': old,
      'skills/zeta/SKILL.md': skillMd('zeta', 'Before.'),
    }).report;
    const stale = serveFile(ALPHA, () => old);
    const alsoStale = serveFile(ALPHA, () => skillMd('zeta', 'Before.'));
    const clock = fakeClock();
    const logs = built.report.skills.find(({ name }) => name === 'cloud-logs')?.file;
    const { verification } = await checkWith(
      { [ALPHA]: stale, [`/${logs}`]: alsoStale },
      { previous, clock, patienceMs: 10_000, concurrency: 1 },
    );
    for (const name of ['alpha', 'cloud-logs']) {
      expect(resultOfCheck(verification, 'digest', name).diagnoses[0]?.code).toBe(
        'deploy/stale-copy',
      );
    }
    expect(clock.slept).toEqual([1000, 2000, 4000]);
  });

  it('passes once it has been replaced', async () => {
    const previous = publishTree({ 'skills/alpha/SKILL.md': old }).report;
    let asked = 0;
    const { verification } = await checkWith(
      {
        [ALPHA]: serveFile(ALPHA, (file) => {
          asked += 1;
          return asked < 3 ? old : file;
        }),
      },
      { previous, clock: fakeClock(), patienceMs: 10_000 },
    );
    expect(resultOfCheck(verification, 'digest', 'alpha').status).toBe('passed');
    expect(asked).toBe(3);
  });

  it('of the whole tree is known by the index that is served with it', async () => {
    const before = publishTree({ ...EACH_SHAPE, 'skills/alpha/SKILL.md': old });
    const host = await startHost({}, before.tree);
    const verification = await checkServed(host.origin, built);
    expect(resultOfCheck(verification, 'digest', 'alpha').diagnoses[0]?.code).toBe(
      'deploy/stale-copy',
    );
    expect(resultOfCheck(verification, 'digest', 'beta').status).toBe('passed');
  });
});

describe('a host', () => {
  it('with a rate limit is waited for as long as it asks', async () => {
    let asked = 0;
    const slept: number[] = [];
    const { verification } = await checkWith(
      {
        [ALPHA]: (request, response, file) => {
          asked += 1;
          const limited = send('', { 'retry-after': '7' }, 429);
          (asked === 1 ? limited : serveFile(ALPHA))(request, response, file);
        },
      },
      {
        patienceMs: 10_000,
        clock: { now: () => 0, sleep: async (ms) => void slept.push(ms) },
      },
    );
    expect(slept).toEqual([7000]);
    expect(hasFailed(verification)).toBe(false);
  });

  it('with a rate limit beyond our patience is named', async () => {
    const { verification } = await checkWith({ [ALPHA]: send('', { 'retry-after': '900' }, 503) });
    const { diagnoses, message } = resultOfCheck(verification, 'digest', 'alpha');
    expect(diagnoses[0]?.code).toBe('http/rate-limited');
    expect(message).toContain('Retry-After: 900');
  });

  it('that redirects to another case or a slash is told so, and passes', async () => {
    const { verification } = await checkWith({
      [ALPHA]: send('', { location: '/agent-skills/ALPHA/skill.md' }, 301),
      '/agent-skills/ALPHA/skill.md': serveFile(ALPHA, () => skillMd('alpha')),
      [BETA]: send('', { location: `${BETA}/` }, 308),
      [`${BETA}/`]: missing,
    });
    expect(resultOfCheck(verification, 'digest', 'alpha')).toMatchObject({
      status: 'passed',
      diagnoses: [{ code: 'http/redirect-case', severity: 'warning' }],
    });
    expect(resultOfCheck(verification, 'digest', 'beta').status).toBe('failed');
  });

  it('without TLS on its https port is told so', async () => {
    const host = await startHost({});
    const origin = host.origin.replace('http:', 'https:');
    const verification = await checkServed(origin, built);
    expect(resultOfCheck(verification, 'index').diagnoses[0]?.code).toBe('http/tls');
  });

  it('that takes too long as a whole leaves the rest not run, and fails', async () => {
    const { verification } = await checkWith(
      {
        [ALPHA]: (_, response) => {
          response.writeHead(200).flushHeaders();
        },
      },
      { totalTimeoutMs: 500, concurrency: 1 },
    );
    expect(hasFailed(verification)).toBe(true);
    expect(resultOfCheck(verification, 'digest', 'alpha').diagnoses[0]?.code).toBe(
      'run/time-limit',
    );
    expect(resultOfCheck(verification, 'digest', 'beta').status).toBe('not-run');
    expect(describeVerification(verification)).toContain('time of the whole run was up');
  });

  it('is never asked for more at a time than allowed', async () => {
    let open = 0;
    let most = 0;
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`skills/s${at}/SKILL.md`, skillMd(`s${at}`)]),
    );
    const many = publishTree(files);
    const counted = many.report.skills.map(({ file }): [string, Answer] => [
      `/${file}`,
      (request, response, bytes) => {
        open += 1;
        most = Math.max(most, open);
        setTimeout(() => {
          open -= 1;
          serveFile(file)(request, response, bytes);
        }, 10);
      },
    ]);
    const host = await startHost(Object.fromEntries(counted), many.tree);
    const done: number[] = [];
    const verification = await checkServed(host.origin, {
      ...many,
      concurrency: 4,
      onProgress: (progress) => done.push(progress.done),
    });
    expect(hasFailed(verification)).toBe(false);
    expect(most).toBe(4);
    expect(done).toEqual([1, ...Array.from({ length: 40 }, (_, at) => at + 1)]);
  });
});
