import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@nx-agent-skills/deployment/testing';
import { parseOrigin } from '@nx-agent-skills/discovery';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { findUpdates } from './find-updates';
import { lockRelease } from './lock-release';
import { EMPTY_LOCK, type Lock } from './locked-skill';
import { parseSource } from './skill-source';
import {
  OPTIONS,
  publishFor,
  rejection,
  release,
  startSite,
  type TestSite,
} from './testing/site-host';

const INDEX = '/.well-known/agent-skills/index.json';
const noRetry = () => undefined;

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});

/** Publishes into a folder of the site that is called like ours. @returns the address of the folder */
function publishBelow(): string {
  const href = `${site.origin.href}/agent-skills`;
  const tree = publishFor({ ...site, origin: parseOrigin(href, { preview: true }) }, release('x'));
  const root = writeTree({});
  cpSync(tree, join(root, 'agent-skills'), { recursive: true });
  site.serve(root);
  return href;
}

async function lock(text: string, before: Lock = EMPTY_LOCK): Promise<Lock> {
  const request = { source: parseSource(text, true), selection: { names: [], all: false } };
  return (await lockRelease({ ...request, before, site: OPTIONS, onRetry: noRetry })).lock;
}
const indexesOf = ({ skills }: Lock) => [...new Set(skills.map(({ index }) => index))];

describe('an address that ends with /agent-skills', () => {
  it('is the one of an install command where there is an index above it', async () => {
    site.serve(publishFor(site, release('x')));
    const locked = await lock(`${site.origin.href}/agent-skills`);
    expect(indexesOf(locked)).toEqual([`${site.origin.href}${INDEX}`]);
  });

  it.each([
    ['nothing', send('', {}, 404)],
    ['a page', send('<!doctype html>')],
  ])('is an origin where there is %s above it', async (_, answer) => {
    const href = publishBelow();
    site.answers[INDEX] = answer;
    const locked = await lock(href);
    expect([locked.skills.length, indexesOf(locked)]).toEqual([2, [`${href}${INDEX}`]]);
    expect((await lock(`${href}/agent-skills/alpha`)).skills).toHaveLength(1);
  });

  it('stays what it is in the lock', async () => {
    const href = publishBelow();
    const locked = await lock(href);
    site.requests.splice(0);
    expect(await lock(href, locked)).toEqual(locked);
    const updates = await findUpdates(locked, [parseSource(href, true)], OPTIONS, noRetry);
    expect(updates).toEqual({ added: [], changed: [], removed: [] });
    expect(site.requests).not.toContain(INDEX);
  });

  it.each([
    ['has neither', 404, 'installation/no-index'],
    ['is out of order', 500, 'installation/request'],
  ])('is the one of an install command where the host %s', async (_, status, code) => {
    site.serve(publishFor(site, release('x')));
    site.answers[INDEX] = send('', {}, status);
    if (status === 404) site.answers[`/agent-skills${INDEX}`] = send('', {}, 404);
    const error = await rejection(lock(`${site.origin.href}/agent-skills`));
    expect(error).toMatchObject({ code });
    expect(error.message).toContain(` ${site.origin.href}${INDEX}`);
  });
});
