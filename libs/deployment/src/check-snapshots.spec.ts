import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { parseVersions, serializeVersions } from '@nx-agent-skills/discovery';
import type { CheckResult } from './check-result';
import type { DeploymentOptions } from './deployment-options';
import { describeVerification } from './describe-verification';
import { expectedVersions } from './expected-versions';
import { serveTree } from './serve-tree';
import { checkServed, resultOfCheck } from './testing/check-served';
import { type Answer, catchAll, missing, send, serveFile, startHost } from './testing/fault-host';
import { publishTree } from './testing/published-tree';
import { publishAtHost, publishReleases, type ReleasedTree } from './testing/released-tree';
import { hasFailed } from './verification';

const VERSIONS = '/.well-known/agent-skills/versions.json';
const indexOf = (version: string) => `/.well-known/agent-skills/v${version}/index.json`;
const copyOf = (version: string) => `/agent-skills/v${version}/.well-known/agent-skills/index.json`;

let built: ReleasedTree;
let digests: Record<string, string>;

beforeAll(() => {
  built = publishReleases(['1.0.0', '1.1.0']);
  digests = expectedVersions(built.report)?.digests ?? {};
});

const { report: bare, tree: bareTree } = publishTree();

/** What the check of the snapshots shows where a host with these faults serves the tree. */
async function check(
  answers: Record<string, Answer>,
  options: Partial<DeploymentOptions> = {},
): Promise<CheckResult> {
  const host = await startHost(answers, built.tree);
  const verification = await checkServed(host.origin, { ...built, ...options });
  const result = resultOfCheck(verification, 'snapshots');
  expect(hasFailed(verification)).toBe(result.status === 'failed');
  return result;
}

const codes = ({ diagnoses }: CheckResult) => diagnoses.map(({ code }) => code);

/** A clock that goes only when somebody sleeps. */
const fakeClock = () => {
  let now = 0;
  const sleep = async (ms: number) => {
    now += ms;
  };
  return { now: () => now, sleep };
};

/** Changes the index of a release, with the digest in versions.json that fits it. */
function forgeIndex(tree: string, version: string, change: (text: string) => string): void {
  const text = change(readFileSync(join(tree, indexOf(version)), 'utf8'));
  for (const path of [indexOf(version), copyOf(version)]) writeFileSync(join(tree, path), text);
  const list = parseVersions(readFileSync(join(tree, VERSIONS), 'utf8'));
  const forged = { ...list.digests, [version]: digestOf(Buffer.from(text, 'utf8')) };
  writeFileSync(join(tree, VERSIONS), serializeVersions({ ...list, digests: forged }));
}

describe('releases that are served as they were frozen', () => {
  it.each(['', '/docs'])('pass at the base path "%s"', async (basePath) => {
    const server = await serveTree(built.tree, { basePath });
    const verification = await checkServed(server.url, built);
    await server.close();
    expect(verification.results.map(({ check: what }) => what).slice(0, 3)).toEqual([
      'index',
      'snapshots',
      'digest',
    ]);
    expect(resultOfCheck(verification, 'snapshots')).toMatchObject({
      status: 'passed',
      diagnoses: [],
      message: 'Served as frozen: 2 releases, 4 artifacts.',
      evidence: { releases: 2, artifacts: 4, status: 200 },
    });
    expect(describeVerification(verification)).toContain('snapshots: Served as frozen: 2');
  });

  it('are asked for under every url of theirs, or under those of the latest alone', async () => {
    const host = await startHost({}, built.tree);
    const askedFor = async (snapshots: DeploymentOptions['snapshots']) => {
      host.requests.length = 0;
      const verification = await checkServed(host.origin, { ...built, snapshots });
      expect(hasFailed(verification)).toBe(false);
      return host.requests.filter((each) => /versions|v1\./.test(each)).sort();
    };
    const indexes = ['1.0.0', '1.1.0'].flatMap((version) => [indexOf(version), copyOf(version)]);
    const artifacts = (version: string) => [
      `/agent-skills/v${version}/alpha/SKILL.md`,
      `/agent-skills/v${version}/beta.tar.gz`,
    ];
    const got = (paths: string[]) => paths.map((path) => `GET ${path}`).sort();
    const list = [VERSIONS, ...indexes];
    expect(await askedFor('all')).toEqual(
      got([...list, ...artifacts('1.0.0'), ...artifacts('1.1.0')]),
    );
    expect(await askedFor('latest')).toEqual(got([...list, ...artifacts('1.1.0')]));
    expect(await askedFor('off')).toEqual([]);
  });

  it('are asked for once where they share files that are called by their digests', async () => {
    const shared = publishReleases(['1.0.0', '1.1.0'], { contentAddressed: true });
    const host = await startHost({}, shared.tree);
    const verification = await checkServed(host.origin, shared);
    expect(hasFailed(verification)).toBe(false);
    expect(resultOfCheck(verification, 'snapshots').evidence.artifacts).toBe(3);
  });

  it('are skipped, and say so, when the check is turned off', async () => {
    const { status, message } = await check({ [VERSIONS]: missing }, { snapshots: 'off' });
    expect([status, message]).toEqual(['skipped', expect.stringContaining('option snapshots')]);
  });

  it('pass for one who knows nothing but the origin', async () => {
    const { origin } = await publishAtHost(['1.0.0', '1.1.0']);
    const verification = await checkServed(origin);
    expect(hasFailed(verification)).toBe(false);
    expect(resultOfCheck(verification, 'snapshots').evidence).toMatchObject({ artifacts: 4 });
  });
});

describe('a site without releases', () => {
  it.each([
    ['answers 404', missing],
    ['answers with a page', catchAll],
    ['refuses access', send('', {}, 403)],
  ])('that %s is asked once, and nothing more is said', async (_, answer) => {
    const host = await startHost({ [VERSIONS]: answer }, bareTree);
    for (const known of [{ report: bare }, {}]) {
      host.requests.length = 0;
      const { results } = await checkServed(host.origin, known);
      expect(results.filter(({ check: what }) => what === 'snapshots')).toEqual([]);
      expect(host.requests.filter((each) => each.includes('versions'))).toEqual([
        `GET ${VERSIONS}`,
      ]);
    }
  });

  it('must not serve those of another build', async () => {
    const list = serializeVersions({ versions: ['1.0.0'], digests });
    const host = await startHost({ [VERSIONS]: send(list) }, bareTree);
    const verification = await checkServed(host.origin, { report: bare });
    const { diagnoses } = resultOfCheck(verification, 'snapshots');
    expect(diagnoses[0]?.code).toBe('snapshots/differs');
    expect(diagnoses[0]?.message).toContain('1 served but not built: 1.0.0');
  });

  it('that cannot be asked fails only where nothing else says that there are none', async () => {
    const host = await startHost({ [VERSIONS]: send('', {}, 500) }, bareTree);
    const known = await checkServed(host.origin, { report: bare });
    expect(known.results.some(({ check: what }) => what === 'snapshots')).toBe(false);
    expect(codes(resultOfCheck(await checkServed(host.origin), 'snapshots'))).toEqual([
      'http/status',
    ]);
  });
});

describe('a list of releases', () => {
  it.each<[string, Answer, string]>([
    ['that is gone', missing, 'snapshots/missing'],
    ['with a page in its place', catchAll, 'deploy/catch-all-page'],
    ['that the server fails to send', send('', {}, 500), 'http/status'],
    [
      'with other line breaks',
      serveFile(VERSIONS, (file) => `${file}`.replaceAll('\n', '\r\n')),
      'bytes/line-endings',
    ],
  ])('%s fails', async (_, answer, code) => {
    const result = await check({ [VERSIONS]: answer });
    expect([result.status, codes(result)[0]]).toEqual(['failed', code]);
  });

  it('that is none says why', async () => {
    const { diagnoses } = await check({ [VERSIONS]: serveFile(VERSIONS, () => '{}') });
    expect(diagnoses.map(({ code }) => code)).toEqual(['bytes/rewritten', 'snapshots/invalid']);
    expect(diagnoses[1]?.message).toContain('latest is not what versions.json has there');
  });

  it('of other releases is told by version', async () => {
    const other = { '1.1.0': digests['1.0.0'] ?? '', '2.0.0': digests['1.1.0'] ?? '' };
    const list = serializeVersions({ versions: Object.keys(other), digests: other });
    const { diagnoses } = await check({ [VERSIONS]: serveFile(VERSIONS, () => list) });
    expect(diagnoses[0]?.code).toBe('snapshots/differs');
    expect(diagnoses[0]?.message).toContain(
      '1 not served: 1.0.0; 1 served but not built: 2.0.0; 1 with another digest: 1.1.0',
    );
  });

  it.each([
    ['an earlier report', () => ({ previous: built.reportBefore })],
    ['the releases of before', () => ({ previousReleases: before(['1.0.0']) })],
  ])('that is stale, as %s knows, is asked for again', async (_, options) => {
    const old = expectedVersions(built.reportBefore)?.text ?? '';
    let asked = 0;
    const answer = serveFile(VERSIONS, (file) => {
      asked += 1;
      return asked < 3 ? old : file;
    });
    const patient = { ...options(), clock: fakeClock(), patienceMs: 10_000 };
    const passed = await check({ [VERSIONS]: answer }, patient);
    expect([passed.status, passed.evidence.attempts]).toEqual(['passed', 3]);
    const stale = await check({ [VERSIONS]: serveFile(VERSIONS, () => old) }, options());
    expect([stale.status, codes(stale)]).toEqual(['failed', ['deploy/stale-copy']]);
  });

  it('that does not come in time fails', async () => {
    const silent: Answer = (_, response) => {
      response.writeHead(200).flushHeaders();
    };
    const host = await startHost({ [VERSIONS]: silent }, built.tree);
    const verification = await checkServed(host.origin, { ...built, totalTimeoutMs: 300 });
    expect(codes(resultOfCheck(verification, 'snapshots'))).toContain('run/time-limit');
  });
});

describe('a release', () => {
  it.each([
    ['index', indexOf('1.0.0'), 'snapshots/digest'],
    ['copy of its index', copyOf('1.0.0'), 'snapshots/digest'],
    ['artifact', '/agent-skills/v1.0.0/beta.tar.gz', 'snapshots/digest'],
  ])('with another %s fails, and so does one without it', async (_, path, code) => {
    const other = await check({ [path]: serveFile(path, () => 'other') });
    expect(codes(other)).toContain(code);
    expect(other.diagnoses[0]?.url).toContain(path);
    expect(codes(await check({ [path]: missing }))).toContain('deploy/file-missing');
  });

  it('whose artifacts are all gone tells some of them, and counts the others', async () => {
    const many = publishReleases(Array.from({ length: 8 }, (_, at) => `1.${at}.0`));
    const gone = Object.fromEntries(
      Object.keys(expectedVersions(many.report)?.digests ?? {}).flatMap((version) => [
        [`/agent-skills/v${version}/alpha/SKILL.md`, missing],
        [`/agent-skills/v${version}/beta.tar.gz`, missing],
      ]),
    );
    const host = await startHost(gone, many.tree);
    const { diagnoses } = resultOfCheck(await checkServed(host.origin, many), 'snapshots');
    expect(diagnoses).toHaveLength(10);
    expect(diagnoses[9]?.message).toContain('The same is true of 6 more');
  });

  it.each<[string, string, (text: string) => string, string]>([
    [
      'leads to the skills of today',
      'snapshots/index',
      (text) => text.replace('/v1.0.0/alpha', '/alpha'),
      'not below agent-skills/v1.0.0/',
    ],
    [
      'leads to another origin',
      'snapshots/index',
      (text) => text.replace(/http:[^/]*\/\/[^/]*/, 'https://other.example'),
      'skills[0].url',
    ],
    [
      'has fields that the format has not',
      'snapshots/index',
      (text) => text.replace('"skills"', '"more": 1, "skills"'),
      'more',
    ],
    ['is no index', 'index/invalid', () => '[]', ''],
  ])('whose index %s is no release, whatever its digest says', async (_, code, change, told) => {
    const { origin, served } = await publishAtHost(['1.0.0', '1.1.0']);
    forgeIndex(served, '1.0.0', change);
    const result = resultOfCheck(await checkServed(origin), 'snapshots');
    expect([result.status, codes(result)[0]]).toEqual(['failed', code]);
    expect(result.message).toContain(told);
  });
});

const before = (versions: string[], changed: Record<string, string> = {}) => ({
  from: 'git:HEAD~1',
  digests: Object.fromEntries(
    versions.map((version) => [version, changed[version] ?? digests[version] ?? OTHER]),
  ),
});
const OTHER = `sha256:${'0'.repeat(64)}`;

describe('what was published before', () => {
  it('is still there', async () => {
    const { status, message } = await check({}, { previousReleases: before(['1.0.0']) });
    expect([status, message]).toEqual([
      'passed',
      'Served as frozen: 2 releases, 4 artifacts; nothing that git:HEAD~1 lists has changed.',
    ]);
  });

  it('must not change or vanish', async () => {
    const previousReleases = before(['0.9.0', '1.0.0', '1.1.0'], { '1.0.0': OTHER });
    const { status, diagnoses } = await check({}, { previousReleases });
    expect([status, diagnoses.map(({ code }) => code)]).toEqual([
      'failed',
      ['snapshots/vanished', 'snapshots/changed'],
    ]);
    expect(diagnoses[0]?.message).toContain(`0.9.0, which had the digest ${OTHER}`);
    expect(diagnoses[1]?.message).toContain(
      `1.0.0 had the digest ${OTHER}, now ${digests['1.0.0']}`,
    );
  });

  it.each([
    ['with a report that has none', { report: bare }, 0],
    ['without a report, where it may be a stale copy', {}, 3],
  ])('must not vanish as a whole, %s', async (_, known, attempts) => {
    const host = await startHost({}, bareTree);
    const verification = await checkServed(host.origin, {
      ...known,
      previousReleases: before(['1.0.0']),
      clock: fakeClock(),
      patienceMs: 5000,
    });
    const result = resultOfCheck(verification, 'snapshots');
    expect([codes(result), result.evidence.attempts ?? 0]).toEqual([
      ['snapshots/vanished'],
      attempts,
    ]);
  });

  const none = {
    from: 'git:HEAD~1',
    digests: {},
    noneBecause: 'no release is committed in git:HEAD~1',
  };

  it('may be nothing, which is said where there are releases', async () => {
    const { status, message } = await check({}, { previousReleases: { ...none, isDefault: true } });
    expect([status, message]).toEqual([
      'passed',
      'Served as frozen: 2 releases, 4 artifacts; compared with no releases of before, since no release is committed in git:HEAD~1.',
    ]);
  });

  it('is answered to those who have named it, although there are no releases', async () => {
    const host = await startHost({ [VERSIONS]: send('', {}, 500) }, bareTree);
    const known = { report: bare, previousReleases: none };
    expect(resultOfCheck(await checkServed(host.origin, known), 'snapshots')).toMatchObject({
      status: 'passed',
      message:
        'No release is served; compared with no releases of before, since no release is committed in git:HEAD~1.',
    });
    const silent = { report: bare, previousReleases: { ...none, isDefault: true as const } };
    const { results } = await checkServed(host.origin, silent);
    expect(results.some(({ check: what }) => what === 'snapshots')).toBe(false);
  });

  describe('at a URL', () => {
    const listOf = (versions: string[], changed: Record<string, string> = {}) =>
      send(serializeVersions({ versions, ...before(versions, changed) }));

    async function checkAgainst(answer: Answer, mayBeMissing = true): Promise<CheckResult> {
      const other = await startHost({ [VERSIONS]: answer });
      const previousReleases = { url: `${other.origin}${VERSIONS}`, mayBeMissing };
      return check({}, { previousReleases });
    }

    it('is compared as any other', async () => {
      expect((await checkAgainst(listOf(['1.0.0']))).status).toBe('passed');
      expect(codes(await checkAgainst(listOf(['0.9.0', '1.1.0'])))).toEqual(['snapshots/vanished']);
      expect(codes(await checkAgainst(listOf(['1.0.0'], { '1.0.0': OTHER })))).toEqual([
        'snapshots/changed',
      ]);
    });

    it('is nothing where an origin answers 404, which is said', async () => {
      const { status, message } = await checkAgainst(missing);
      expect(status).toBe('passed');
      expect(message).toMatch(
        /^Served as frozen: 2 releases, 4 artifacts; compared with no releases of before, since http:\S+versions\.json is not there \(404\)\.$/,
      );
    });

    it('has to be there where a file is named', async () => {
      const result = await checkAgainst(missing, false);
      expect([result.status, codes(result)]).toEqual([
        'failed',
        ['snapshots/previous', 'deploy/file-missing'],
      ]);
    });

    it.each<[string, Answer, string]>([
      ['a page', catchAll, 'it is no JSON'],
      ['a refusal', send('', {}, 403), 'http/forbidden'],
      ['a fault', send('', {}, 500), 'http/status'],
      ['a list that is none', send('{"latest": "1.0.0"}'), 'versions is not what'],
      [
        'a redirect to another host',
        send('', { location: 'https://other.example/' }, 302),
        'http/other-host',
      ],
      [
        'a redirect to a private address',
        send('', { location: 'http://127.0.0.2/' }, 302),
        'http/private-address',
      ],
    ])('fails for %s', async (_, answer, told) => {
      const result = await checkAgainst(answer);
      expect([result.status, codes(result)[0]]).toEqual(['failed', 'snapshots/previous']);
      expect(result.message).toContain(told);
    });

    it.each([
      ['http://127.0.0.2/versions.json', 'http/private-address'],
      ['http://10.0.0.1/versions.json', 'http/private-address'],
      ['http://[::ffff:10.0.0.1]/versions.json', 'http/private-address'],
      ['ftp://skills.acme.example/versions.json', 'http/scheme'],
    ])('is not asked for at %s', async (url, told) => {
      const { status, message } = await check(
        {},
        { previousReleases: { url, mayBeMissing: true } },
      );
      expect([status, message]).toEqual(['failed', expect.stringContaining(told)]);
    });
  });
});
