import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describeVerification } from './describe-verification';
import { checkServed, codesOf, countSeverities, resultOfCheck } from './testing/check-served';
import { catchAll, type missing, send, startHost } from './testing/fault-host';
import { BASE, entry, indexText, sendIndex, sendSkillMd, skillMd } from './testing/made-index';
import { tarEntry, tarGz } from './testing/made-tar';
import { hasFailed } from './verification';

const INDEX = `${BASE}index.json`;
const alpha = skillMd('alpha');
const beta = skillMd('beta');
const ALPHA = `${BASE}alpha/SKILL.md`;
const BETA = `${BASE}beta/SKILL.md`;
const GZIP = { 'content-type': 'application/gzip' };

const archive = tarGz(tarEntry('SKILL.md', skillMd('arch')), tarEntry('r.md', 'x'));
const archiveEntry = (bytes: Buffer) =>
  entry('arch', bytes, { type: 'archive', url: 'arch.tar.gz' });

describe('an origin of which nothing is known', () => {
  it('passes when it serves what its index promises', async () => {
    const host = await startHost({
      [INDEX]: sendIndex([entry('alpha', alpha), archiveEntry(archive)]),
      [ALPHA]: sendSkillMd(alpha),
      [`${BASE}arch.tar.gz`]: send(archive, GZIP),
    });
    const verification = await checkServed(host.origin);
    expect(hasFailed(verification)).toBe(false);
    expect(verification.served).toBe(2);
    expect(codesOf(verification)).toEqual(['http/cors', 'layout/not-reproducible']);
  });

  it('that has lost its dot-folders is told so, with URL and status', async () => {
    const page = send('<h1>site</h1>', { 'content-type': 'text/html' });
    const host = await startHost({ '/': page, '/index.html': page });
    const verification = await checkServed(host.origin);
    expect(hasFailed(verification)).toBe(true);
    const { message, diagnoses } = resultOfCheck(verification, 'index');
    expect(diagnoses[0]).toMatchObject({
      code: 'deploy/dot-folder-dropped',
      url: `${host.origin}${INDEX}`,
    });
    expect(message).toContain('folders that begin with a dot');
    expect(message).toContain('404');
  });

  it('that lacks one of two artifacts is told how many are served, and which is missing', async () => {
    const host = await startHost({
      [INDEX]: sendIndex([entry('alpha', alpha), entry('beta', beta)]),
      [ALPHA]: sendSkillMd(alpha),
    });
    const verification = await checkServed(host.origin);
    expect(hasFailed(verification)).toBe(true);
    const text = describeVerification(verification);
    expect(text).toContain('1 of 2 skills are served');
    expect(text).toContain(`deploy/file-missing  ${host.origin}${BETA}`);
  });

  it('that answers unknown paths with a page is told so, not only of a digest', async () => {
    const host = await startHost({ [INDEX]: sendIndex([entry('alpha', alpha)]), '*': catchAll });
    const verification = await checkServed(host.origin);
    const { status, diagnoses, evidence } = resultOfCheck(verification, 'digest', 'alpha');
    expect(status).toBe('failed');
    expect(diagnoses[0]?.code).toBe('deploy/catch-all-page');
    expect(diagnoses[0]?.message).toContain('status 200, text/html, body "<!doctype html>');
    expect(evidence).toMatchObject({ status: 200, 'content-type': 'text/html' });
  });

  it('that answers everything with a page is told so of the index', async () => {
    const host = await startHost({ '*': catchAll });
    const verification = await checkServed(host.origin);
    expect(codesOf(verification)).toEqual(['deploy/catch-all-page', 'http/cors']);
  });

  it('that serves one byte more is told both digests, and the others are still checked', async () => {
    const host = await startHost({
      [INDEX]: sendIndex([entry('alpha', alpha), entry('beta', beta)]),
      [ALPHA]: sendSkillMd(Buffer.concat([alpha, Buffer.from('x')])),
      [BETA]: sendSkillMd(beta),
    });
    const verification = await checkServed(host.origin);
    const { message, evidence } = resultOfCheck(verification, 'digest', 'alpha');
    expect(message).toContain(String(entry('alpha', alpha).digest));
    expect(message).toContain(String(evidence.digest));
    expect(resultOfCheck(verification, 'digest', 'beta').status).toBe('passed');
  });

  it('whose index has near misses is told every entry and field', async () => {
    const { digest, ...rest } = entry('alpha', alpha);
    const host = await startHost({
      [INDEX]: sendIndex([
        { ...rest, sha256: digest },
        entry('beta', beta, { type: 'task' }),
        entry('delta', beta, { digest: String(digest).toUpperCase().replace('SHA', 'sha') }),
        { ...entry('gamma', beta), description: undefined },
      ]),
    });
    const verification = await checkServed(host.origin);
    const messages = resultOfCheck(verification, 'index')
      .diagnoses.filter(({ code }) => code === 'index/invalid')
      .map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringMatching(/skills\[0\]\.digest.*"alpha".*"sha256" is there/s),
      expect.stringMatching(/skills\[1\]\.type.*"beta"/s),
      expect.stringMatching(/skills\[2\]\.digest.*"delta"/s),
      expect.stringMatching(/skills\[3\]\.description.*"gamma"/s),
    ]);
  });

  it('below a path has its URLs resolved against its index', async () => {
    const index = `/repo${INDEX}`;
    const host = await startHost({
      [index]: sendIndex([
        entry('alpha', alpha, { url: 'alpha/SKILL.md' }),
        entry('beta', beta, { url: BETA }),
      ]),
      [`/repo${ALPHA}`]: sendSkillMd(alpha),
    });
    const verification = await checkServed(`${host.origin}/repo`);
    expect(resultOfCheck(verification, 'digest', 'alpha').status).toBe('passed');
    expect(resultOfCheck(verification, 'digest', 'beta').message).toContain('404');
    expect(host.requests).toContain(`GET ${BETA}`);
  });

  it('below a path fails when the root of the domain serves another index', async () => {
    const host = await startHost({
      [`/repo${INDEX}`]: sendIndex([entry('alpha', alpha, { url: 'alpha/SKILL.md' })]),
      [`/repo${ALPHA}`]: sendSkillMd(alpha),
      [INDEX]: sendIndex([entry('beta', beta)]),
    });
    const verification = await checkServed(`${host.origin}/repo`);
    expect(resultOfCheck(verification, 'index')).toMatchObject({ status: 'failed' });
    expect(codesOf(verification, 'index')).toContain('index/other-at-root');
  });
});

describe('a host with content codings', () => {
  it('fails for archives that are labelled with one, and passes for compressed text', async () => {
    const host = await startHost({
      [INDEX]: (request, response, file) =>
        send(gzipSync(indexText([entry('alpha', alpha), archiveEntry(archive)])), {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        })(request, response, file),
      [ALPHA]: send(brotliCompressSync(alpha), {
        'content-type': 'text/markdown',
        'content-encoding': 'br',
      }),
      [`${BASE}arch.tar.gz`]: send(archive, {
        'content-type': 'application/x-tar',
        'content-encoding': 'gzip',
      }),
    });
    const verification = await checkServed(host.origin);
    expect(resultOfCheck(verification, 'index').status).toBe('passed');
    expect(resultOfCheck(verification, 'digest', 'alpha').status).toBe('passed');
    expect(resultOfCheck(verification, 'digest', 'arch')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Content-Encoding'),
      diagnoses: [{ code: 'http/content-encoding' }],
    });
  });

  it('fails for archives that are labelled only for those who take codings, as clients do', async () => {
    const host = await startHost({
      [INDEX]: sendIndex([archiveEntry(archive)]),
      [`${BASE}arch.tar.gz`]: (request, response, file) => {
        const takesGzip = request.headers['accept-encoding']?.includes('gzip');
        const label = takesGzip ? { 'content-encoding': 'gzip' } : {};
        send(archive, { ...GZIP, ...label })(request, response, file);
      },
    });
    const verification = await checkServed(host.origin);
    expect(codesOf(verification, 'digest')).toEqual(['http/content-encoding']);
  });

  it('passes for archives that are compressed on their way only for those who ask', async () => {
    const host = await startHost({
      [INDEX]: sendIndex([archiveEntry(archive)]),
      [`${BASE}arch.tar.gz`]: (request, response, file) => {
        const takesGzip = request.headers['accept-encoding']?.includes('gzip');
        const answer = takesGzip
          ? send(gzipSync(archive), { ...GZIP, 'content-encoding': 'gzip' })
          : send(archive, GZIP);
        answer(request, response, file);
      },
    });
    expect(hasFailed(await checkServed(host.origin))).toBe(false);
  });
});

describe('a text whose content coding cannot be undone', () => {
  it.each([
    ['an unknown one', Buffer.from('x'), 'zstd'],
    ['a damaged one', gzipSync(alpha).subarray(0, 30), 'gzip'],
    ['a label on plain bytes', alpha, 'br'],
  ])('fails with the name of the coding: %s', async (_, body, coding) => {
    const host = await startHost({
      [INDEX]: sendIndex([entry('alpha', alpha)]),
      [ALPHA]: send(body, { 'content-type': 'text/markdown', 'content-encoding': coding }),
    });
    const verification = await checkServed(host.origin);
    const { diagnoses, message } = resultOfCheck(verification, 'digest', 'alpha');
    expect(diagnoses.map(({ code }) => code)).toEqual(['http/content-encoding-unread']);
    expect(message).toContain(`content-encoding: ${coding}`);
  });

  it('fails so for the index too', async () => {
    const host = await startHost({
      [INDEX]: send('x', { 'content-type': 'application/json', 'content-encoding': 'zstd' }),
    });
    const { message } = resultOfCheck(await checkServed(host.origin), 'index');
    expect(message).toContain('content-encoding: zstd');
  });
});

describe('what lies around the index', () => {
  it('is another index at the root of the domain, also when that one is compressed', async () => {
    const own = indexText([entry('alpha', alpha, { url: 'alpha/SKILL.md' })]);
    const zipped = (text: string) =>
      send(gzipSync(text), { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    const checkRoot = async (text: string) => {
      const host = await startHost({
        [`/repo${INDEX}`]: zipped(own),
        [`/repo${ALPHA}`]: sendSkillMd(alpha),
        [INDEX]: zipped(text),
      });
      return codesOf(await checkServed(`${host.origin}/repo`), 'index');
    };
    expect(await checkRoot(indexText([entry('beta', beta)]))).toContain('index/other-at-root');
    expect(await checkRoot(own)).not.toContain('index/other-at-root');
  });

  it('is asked with HEAD again when there were too many requests', async () => {
    let heads = 0;
    const host = await startHost({
      [INDEX]: (request, response, file) => {
        if (request.method === 'HEAD') heads += 1;
        const isLimited = request.method === 'HEAD' && heads === 1;
        const answer = isLimited
          ? send('', { 'retry-after': '1' }, 429)
          : sendIndex([entry('alpha', alpha)]);
        answer(request, response, file);
      },
      [ALPHA]: sendSkillMd(alpha),
    });
    const clock = { now: () => 0, sleep: async () => undefined };
    const verification = await checkServed(host.origin, { patienceMs: 5000, clock });
    expect(codesOf(verification)).not.toContain('http/head');
    expect(heads).toBe(2);
  });
});

describe('an index without entries', () => {
  it('is an error when nothing says that it was built so', async () => {
    const host = await startHost({ [INDEX]: sendIndex([]) });
    const verification = await checkServed(host.origin);
    expect(hasFailed(verification)).toBe(true);
    expect(codesOf(verification, 'index')[0]).toBe('index/empty');
  });
});

describe('an index of very many broken entries', () => {
  it('is told with a few findings and the number of the others', async () => {
    const broken = Array.from({ length: 3000 }, (_, at) =>
      entry(`s${at}`, alpha, { digest: 'x'.repeat(5000) }),
    );
    const host = await startHost({ [INDEX]: sendIndex(broken) });
    const { diagnoses } = resultOfCheck(await checkServed(host.origin), 'index');
    expect(diagnoses.length).toBeLessThan(20);
    expect(JSON.stringify(diagnoses)).toMatch(/The same is true of 29\d\d more\./);
    expect(JSON.stringify(diagnoses).length).toBeLessThan(20_000);
  });
});

describe('a slow host', () => {
  it('ends in time, and both files are named with the phase that was slow', async () => {
    const host = await startHost({
      [INDEX]: sendIndex([entry('drip', beta), entry('stall', alpha)]),
      [`${BASE}stall/SKILL.md`]: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/markdown' });
        response.write('-');
      },
      [`${BASE}drip/SKILL.md`]: (_, response) => {
        response.writeHead(200, { 'content-type': 'text/markdown' });
        const timer = setInterval(() => {
          if (response.destroyed) clearInterval(timer);
          else response.write('x');
        }, 50);
      },
    });
    const begin = Date.now();
    const verification = await checkServed(host.origin, { timeoutMs: 500 });
    expect(Date.now() - begin).toBeLessThan(2500);
    for (const name of ['stall', 'drip']) {
      const { status, message } = resultOfCheck(verification, 'digest', name);
      expect([status, message]).toEqual([
        'failed',
        expect.stringContaining('headers came, but the body did not end within 500 ms'),
      ]);
    }
  });
});

describe('addresses that lead elsewhere', () => {
  const redirect = (location: string) => send('', { location }, 302);

  it('are refused by name, and never asked', async () => {
    const other = await startHost({ '*': sendSkillMd(alpha) });
    const names = ['file', 'loop', 'mapped', 'other', 'secret'];
    const host = await startHost({
      [INDEX]: sendIndex([
        ...names.map((name) => entry(name, alpha)),
        entry('zero', alpha, { url: `http://0x7f.1:${other.port}/x` }),
      ]),
      [`${BASE}file/SKILL.md`]: redirect('file:///x/y'),
      [`${BASE}loop/SKILL.md`]: redirect(`${BASE}loop/SKILL.md`),
      [`${BASE}mapped/SKILL.md`]: redirect(`http://[::ffff:127.0.0.1]:${other.port}/x`),
      [`${BASE}other/SKILL.md`]: redirect(`${other.origin}/x`),
      [`${BASE}secret/SKILL.md`]: redirect('http://user:hunter2@127.0.0.1/x'),
    });
    const verification = await checkServed(host.origin);
    const codes = [...names, 'zero'].map(
      (name) => resultOfCheck(verification, 'digest', name).diagnoses[0]?.code,
    );
    expect(codes).toEqual([
      'http/scheme',
      'http/redirect-loop',
      'http/private-address',
      'http/other-host',
      'http/credentials',
      'http/other-host',
    ]);
    expect(other.requests).toEqual([]);
    expect(host.requests.filter((each) => each.includes('loop'))).toHaveLength(6);
    expect(JSON.stringify(verification)).not.toContain('hunter2');
  });

  it('are refused too when the origin is a public name', async () => {
    const other = await startHost({ '*': sendSkillMd(alpha) });
    const targets = ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '127.1', 'localhost'];
    const host = await startHost({
      [INDEX]: sendIndex(
        targets.map((target, at) =>
          entry(`skill-${at}`, alpha, { url: `http://${target}:${other.port}/x` }),
        ),
      ),
    });
    const verification = await checkServed(`http://skills.acme.example:${host.port}`, {
      resolve: { 'skills.acme.example': '127.0.0.1' },
      allowedHosts: [`localhost:${other.port}`],
    });
    const codes = targets.map(
      (_, at) => resultOfCheck(verification, 'digest', `skill-${at}`).diagnoses[0]?.code,
    );
    expect(codes).toEqual(targets.map(() => 'http/private-address'));
    expect(other.requests).toEqual([]);
  });

  it('may be named as hosts that the publisher controls', async () => {
    const other = await startHost({ '*': sendSkillMd(alpha) });
    const host = await startHost({
      [INDEX]: sendIndex([entry('alpha', alpha, { url: `${other.origin}/x` })]),
    });
    const allowedHosts = [`127.0.0.1:${other.port}`];
    const verification = await checkServed(host.origin, { allowedHosts });
    expect(resultOfCheck(verification, 'digest', 'alpha').status).toBe('passed');
  });
});

describe('localhost', () => {
  it.each(['127.0.0.1', '::1'])('is found at %s', async (address) => {
    const answers = { [INDEX]: sendIndex([entry('alpha', alpha)]), [ALPHA]: sendSkillMd(alpha) };
    const host = await startHost(answers, undefined, address);
    const verification = await checkServed(`http://localhost:${host.port}`);
    expect(hasFailed(verification)).toBe(false);
  });

  it('is told with every address that refused the connection', async () => {
    const host = await startHost({});
    await host.close();
    const verification = await checkServed(`http://localhost:${host.port}`);
    const { message } = resultOfCheck(verification, 'index');
    expect(message).toContain(`127.0.0.1:${host.port} (ECONNREFUSED)`);
    const bracketed = await checkServed(`http://[::1]:${host.port}`);
    expect(describeVerification(bracketed)).toContain(`http://[::1]:${host.port}/`);
  });
});

describe('headers', () => {
  it('of the wrong kind are warnings, except for a zip that is none', async () => {
    const answers = {
      [INDEX]: sendIndex([entry('alpha', alpha), archiveEntry(archive)]),
      [ALPHA]: send(alpha, { 'content-type': 'application/octet-stream' }),
      [`${BASE}arch.tar.gz`]: send(archive, { 'content-type': 'application/zip' }),
    };
    const noHead = Object.fromEntries(
      Object.entries(answers).map(([path, answer]) => [
        path,
        ((request, response, file) =>
          request.method === 'HEAD'
            ? send('', {}, 405)(request, response, file)
            : answer(request, response, file)) satisfies typeof missing,
      ]),
    );
    const host = await startHost(noHead);
    const verification = await checkServed(host.origin);
    expect(codesOf(verification)).toEqual(
      expect.arrayContaining(['http/head', 'http/content-type', 'http/content-type-zip']),
    );
    const { error, warning } = countSeverities(verification);
    expect({ error, warning }).toEqual({ error: 1, warning: 2 });
    expect(describeVerification(verification)).toContain('wanted text/markdown');
  });
});

describe('hostile archives with the right digest', () => {
  const good = tarEntry('SKILL.md', skillMd('arch'));
  const check = async (bytes: Buffer) => {
    const host = await startHost({
      [INDEX]: sendIndex([archiveEntry(bytes)]),
      [`${BASE}arch.tar.gz`]: send(bytes, GZIP),
    });
    const verification = await checkServed(host.origin);
    expect(resultOfCheck(verification, 'digest', 'arch').status).toBe('passed');
    const { status, message, diagnoses } = resultOfCheck(verification, 'layout', 'arch');
    return { status, message, code: diagnoses[0]?.code };
  };

  it.each([
    ['a path that leaves the folder', tarEntry('../x', 'x'), 'layout/unsafe-path', '../x'],
    ['an absolute path', tarEntry('/etc/x', 'x'), 'layout/unsafe-path', '/etc/x'],
    ['a drive', tarEntry('C:x', 'x'), 'layout/unsafe-path', 'C:x'],
    ['a backslash', tarEntry('a\\x', 'x'), 'layout/unsafe-path', 'backslash'],
    ['a link', tarEntry('l', '', { type: '2', link: '/x' }), 'layout/not-a-file', 'symbolic'],
    ['a hard link', tarEntry('l', '', { type: '1', link: 'x' }), 'layout/not-a-file', 'hard link'],
    ['a device', tarEntry('d', '', { type: '3' }), 'layout/not-a-file', 'device'],
    ['a second SKILL.md', tarEntry('SKILL.md', 'x'), 'layout/duplicate', 'SKILL.md'],
  ])('fail for %s', async (_, bad, code, named) => {
    const checked = await check(tarGz(good, bad));
    expect(checked).toMatchObject({ status: 'failed', code });
    expect(checked.message).toContain(named);
  });

  it('fail for a folder around everything', async () => {
    const checked = await check(tarGz(tarEntry('arch/SKILL.md', 'x')));
    expect(checked).toMatchObject({ status: 'failed', code: 'layout/no-skill-md' });
  });

  it('fail for what unpacks to too much, or to too many files', async () => {
    const begin = Date.now();
    const bomb = await check(tarGz(good, tarEntry('zeros', Buffer.alloc(60 * 1024 * 1024))));
    expect(bomb).toMatchObject({ status: 'failed', code: 'layout/too-large' });
    expect(bomb.message).toContain('limit');
    const many = Array.from({ length: 5000 }, (_, at) => tarEntry(`f${at}`, ''));
    const crowd = await check(tarGz(good, ...many));
    expect(crowd).toMatchObject({ status: 'failed', code: 'layout/too-many' });
    expect(Date.now() - begin).toBeLessThan(10_000);
  });
});
