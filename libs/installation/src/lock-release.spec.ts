import { gzipSync } from 'node:zlib';
import { send } from '@nx-agent-skills/deployment/testing';
import { skillMd } from '@nx-agent-skills/publication/testing';
import { compareLocks } from './compare-locks';
import { findUpdates } from './find-updates';
import { type LockRequest, lockRelease } from './lock-release';
import { EMPTY_LOCK, type Lock } from './locked-skill';
import {
  addRelease,
  OPTIONS,
  publishFor,
  rejection,
  release,
  startSite,
  type TestSite,
} from './testing/site-host';

const VERSIONS = '/.well-known/agent-skills/versions.json';
const INDEX = '/.well-known/agent-skills/index.json';
const ALPHA = '/agent-skills/alpha/SKILL.md';

let site: TestSite;
let retries: string[];
beforeEach(async () => {
  site = await startSite();
  retries = [];
});

const lock = (before: Lock = EMPTY_LOCK, request: Partial<LockRequest> = {}) =>
  lockRelease({
    source: { origin: site.origin },
    selection: { names: [], all: false },
    before,
    site: OPTIONS,
    onRetry: ({ code }) => retries.push(code),
    ...request,
  });
const names = ({ skills }: Lock) => skills.map(({ name }) => name);
const updates = (before: Lock) =>
  findUpdates(before, [{ origin: site.origin }], OPTIONS, () => undefined);

describe('a lock of what is there today', () => {
  it('has all skills with their files, when there are no releases', async () => {
    site.serve(publishFor(site, release('first')));
    const { lock: made, fetched } = await lock();
    expect(made.skills).toEqual([
      {
        name: 'alpha',
        type: 'skill-md',
        url: `${site.origin.href}${ALPHA}`,
        digest: expect.stringMatching(/^sha256:/),
        index: `${site.origin.href}${INDEX}`,
      },
      expect.objectContaining({ name: 'beta', type: 'archive' }),
    ]);
    expect(fetched.flatMap(({ files }) => files.map(({ path }) => path))).toEqual([
      'SKILL.md',
      'SKILL.md',
      'scripts/run.sh',
    ]);
    expect(retries).toEqual([]);
  });

  it('takes from the latest release what is the same there', async () => {
    const first = publishFor(site, release('first'));
    const changed = { ...release('first'), 'skills/alpha/SKILL.md': skillMd('alpha', 'second') };
    const today = publishFor(site, changed);
    addRelease(site, today, '1.0.0', first);
    site.serve(today);
    const { lock: made } = await lock();
    expect(made.skills.map(({ version }) => version)).toEqual([undefined, '1.0.0']);
    expect(made.skills[1]).toMatchObject({
      url: `${site.origin.href}/agent-skills/v1.0.0/beta.tar.gz`,
      index: `${site.origin.href}/.well-known/agent-skills/v1.0.0/index.json`,
    });
  });

  it.each([
    ['the page that a site shows for every path', send('<!doctype html>')],
    ['the answer of a store that hides what it does not have', send('', {}, 403)],
  ])('reads %s as no releases', async (_, answer) => {
    site.serve(publishFor(site, release('first')));
    site.answers[VERSIONS] = answer;
    expect((await lock()).lock.skills[0]?.version).toBeUndefined();
  });

  it('reads an index and a SKILL.md that the host compresses', async () => {
    site.serve(publishFor(site, release('first')));
    for (const path of [INDEX, ALPHA]) {
      site.answers[path] = (request, response, file) =>
        send(gzipSync(file), { 'content-encoding': 'gzip' })(request, response, file);
    }
    expect(names((await lock()).lock)).toEqual(['alpha', 'beta']);
  });
});

describe('which skills are locked', () => {
  const three = { ...release('first'), 'skills/gamma/SKILL.md': skillMd('gamma') };
  beforeEach(() => site.serve(publishFor(site, three)));
  const select = (selected: string[], all = false) => ({ selection: { names: selected, all } });

  it('are those that are named, and then the same again', async () => {
    const { lock: one } = await lock(EMPTY_LOCK, select(['beta']));
    expect(names(one)).toEqual(['beta']);
    expect((await lock(one)).lock).toEqual(one);
    const { lock: two } = await lock(one, select(['alpha']));
    expect(names(two)).toEqual(['alpha', 'beta']);
    expect(names((await lock(two, select([], true))).lock)).toEqual(['alpha', 'beta', 'gamma']);
  });

  it('can be one that the source names', async () => {
    const source = { origin: site.origin, skill: 'gamma' };
    expect(names((await lock(EMPTY_LOCK, { source })).lock)).toEqual(['gamma']);
  });

  it('cannot be one that there is not', async () => {
    const error = await rejection(lock(EMPTY_LOCK, select(['delta'])));
    expect(error).toMatchObject({ code: 'installation/unknown-skill' });
    expect(error.message).toContain('"delta"; it offers alpha, beta, gamma');
  });

  it('are no longer those that are gone, but never none', async () => {
    const { lock: before } = await lock(EMPTY_LOCK, select(['alpha', 'gamma']));
    site.serve(publishFor(site, release('second')));
    expect(names((await lock(before)).lock)).toEqual(['alpha']);
    const { skills } = before;
    const gone = { skills: skills.filter(({ name }) => name === 'gamma') };
    expect(await rejection(lock(gone))).toMatchObject({ code: 'installation/unknown-skill' });
  });

  it('stay for other origins, which must not have the same names', async () => {
    const other = await startSite();
    other.serve(publishFor(other, { 'skills/alpha/SKILL.md': skillMd('alpha', 'Of another.') }));
    const { lock: before } = await lock(EMPTY_LOCK, { source: { origin: other.origin } });
    const { lock: both } = await lock(before, select(['beta']));
    expect(both.skills.map(({ index }) => index.startsWith(site.origin.href))).toEqual([
      false,
      true,
    ]);
    const error = await rejection(lock(before));
    expect(error).toMatchObject({ code: 'installation/two-origins' });
    expect(error.message).toContain(other.origin.href);
  });
});

describe('a lock of a release', () => {
  let today: string;
  beforeEach(() => {
    const first = publishFor(site, release('first'));
    today = publishFor(site, release('second'));
    addRelease(site, today, '1.0.0', first);
    addRelease(site, today, '2.0.0', today);
    site.serve(today);
  });
  const locked = (version: string, before?: Lock) =>
    lock(before, { source: { origin: site.origin, version } });

  it('goes back and forward', async () => {
    const { lock: now } = await lock();
    expect(now.skills.map(({ version }) => version)).toEqual(['2.0.0', '2.0.0']);
    const { lock: before, fetched } = await locked('1.0.0', now);
    expect(before.skills.map(({ version }) => version)).toEqual(['1.0.0', '1.0.0']);
    expect(fetched[0]?.files[0]?.bytes.toString()).toContain('first');
    expect(compareLocks(now, before).changed).toHaveLength(2);
    expect((await locked('2.0.0', before)).lock).toEqual(now);
  });

  it('is refused when its host has written it anew, with all that vouches for it', async () => {
    const { lock: before } = await locked('1.0.0');
    const rewritten = publishFor(site, release('other'));
    addRelease(site, rewritten, '1.0.0', rewritten);
    site.serve(rewritten);
    const error = await rejection(locked('1.0.0', before));
    expect(error).toMatchObject({ code: 'installation/release-changed' });
    expect(error.message).toContain('"alpha" of 1.0.0 has the digest sha256:');
    expect(retries).toEqual([]);
  });

  it('is one that there is', async () => {
    const error = await rejection(locked('3.0.0'));
    expect(error).toMatchObject({ code: 'installation/unknown-version' });
    expect(error.message).toContain('such as 2.0.0, 1.0.0');
    site.answers[VERSIONS] = send('', {}, 404);
    expect((await rejection(locked('1.0.0'))).message).toContain('has no releases');
  });

  it.each([undefined, '2.0.0'])(
    'of the version %s refuses an index that has changed',
    async (version) => {
      site.answers['/.well-known/agent-skills/v2.0.0/index.json'] = (request, response, file) =>
        send(file.toString().replace('sha256:', 'sha256:0'))(request, response, file);
      const source =
        version === undefined ? { origin: site.origin } : { origin: site.origin, version };
      const error = await rejection(lock(EMPTY_LOCK, { source }));
      expect(error).toMatchObject({ code: 'installation/chain' });
      expect(retries).toEqual(['installation/chain']);
    },
  );

  it.each([
    ['is none', '{}', 'installation/versions'],
    ['cannot be received', undefined, 'installation/request'],
  ])('refuses a list of releases that %s', async (_, body, code) => {
    site.answers[VERSIONS] = send(body ?? '', {}, body === undefined ? 500 : 200);
    expect(await rejection(lock())).toMatchObject({ code });
  });
});

describe('a deploy in between', () => {
  let trees: [string, string];
  beforeEach(() => {
    trees = [publishFor(site, release('first')), publishFor(site, release('second'))];
    site.serve(trees[0]);
  });

  it('makes everything begin anew, and the result is of one release', async () => {
    site.onRequest = (path) => {
      if (path === ALPHA) site.serve(trees[1]);
    };
    const { fetched } = await lock();
    expect(retries).toEqual(['installation/digest']);
    for (const { files } of fetched) {
      expect(files.at(-1)?.bytes.toString()).toContain('second');
    }
  });

  it('makes everything fail when it happens again', async () => {
    let asked = 0;
    site.onRequest = (path) => {
      if (path !== ALPHA) return;
      asked += 1;
      site.serve(trees[asked % 2] ?? '');
    };
    expect(await rejection(lock())).toMatchObject({ code: 'installation/digest' });
    expect([asked, retries]).toEqual([2, ['installation/digest']]);
  });

  it('may take an artifact away for a moment', async () => {
    let isFirst = true;
    site.answers[ALPHA] = (request, response, file) => {
      send(isFirst ? '' : file, {}, isFirst ? 404 : 200)(request, response, file);
      isFirst = false;
    };
    expect(names((await lock()).lock)).toEqual(['alpha', 'beta']);
    expect(retries).toEqual(['installation/missing']);
  });
});

describe('a site', () => {
  beforeEach(() => site.serve(publishFor(site, release('first'))));
  const indexWith = (change: (text: string) => string) => {
    site.answers[INDEX] = (request, response, file) =>
      send(change(file.toString()))(request, response, file);
  };

  it.each<[string, (text: string) => string, string]>([
    ['a page', () => '<!doctype html><title>Acme</title>', 'web page'],
    ['no JSON', () => '{', 'no JSON'],
    ['an entry that clients drop', (text) => text.replace('"beta"', '"Beta"'), 'name'],
    [
      'a foreign url',
      (text) => text.replace(/http:\/\/[^/]*(?=\/agent)/, 'https://evil.example'),
      'is not on',
    ],
  ])('whose index is or has %s is refused', async (_, change, reason) => {
    indexWith(change);
    const error = await rejection(lock());
    expect(error).toMatchObject({ code: 'installation/index' });
    expect(error.message).toContain(reason);
    expect(site.requests).not.toContain(ALPHA);
  });

  it('may have relative urls in its index', async () => {
    indexWith((text) => text.replaceAll(site.origin.href, ''));
    expect((await lock()).lock.skills[0]?.url).toBe(`${site.origin.href}${ALPHA}`);
  });

  it.each([
    ['is not there', send('', {}, 404), 'installation/no-index'],
    ['is broken', send('', {}, 500), 'installation/request'],
    [
      'leads elsewhere',
      send('', { location: 'https://evil.example/' }, 302),
      'installation/request',
    ],
  ])('that %s is told', async (_, answer, code) => {
    site.answers[INDEX] = answer;
    expect(await rejection(lock())).toMatchObject({ code });
    expect(retries).toEqual([]);
  });
});

describe('updates', () => {
  it('are what has changed, gone or come', async () => {
    site.serve(
      publishFor(site, { ...release('first'), 'skills/gamma/SKILL.md': skillMd('gamma') }),
    );
    const { lock: before } = await lock();
    expect(await updates(before)).toEqual({ added: [], changed: [], removed: [] });
    const next = publishFor(site, {
      ...release('first'),
      'skills/alpha/SKILL.md': skillMd('alpha', 'second'),
      'skills/delta/SKILL.md': skillMd('delta'),
    });
    site.serve(next);
    const found = await updates(before);
    expect(
      found.changed.map(({ before: old, after }) => [old.name, old.digest === after.digest]),
    ).toEqual([['alpha', false]]);
    expect([found.removed, found.added].map((skills) => names({ skills }))).toEqual([
      ['gamma'],
      ['delta'],
    ]);
    expect(site.requests.filter((path) => path === ALPHA)).toHaveLength(1);
  });

  it('are also that all is gone', async () => {
    site.serve(publishFor(site, release('first')));
    const { lock: before } = await lock();
    site.serve(publishFor(site, { 'skills/gamma/SKILL.md': skillMd('gamma') }));
    const { removed, added } = await updates(before);
    expect([removed, added].map((skills) => names({ skills }))).toEqual([
      ['alpha', 'beta'],
      ['gamma'],
    ]);
    expect(await rejection(lock(before))).toMatchObject({ code: 'installation/unknown-skill' });
  });

  it('are also versions of the same bytes', async () => {
    const tree = publishFor(site, release('first'));
    site.serve(tree);
    const { lock: before } = await lock();
    addRelease(site, tree, '1.0.0', tree);
    const { changed } = await updates(before);
    expect(changed.map(({ after }) => after.version)).toEqual(['1.0.0', '1.0.0']);
  });
});
