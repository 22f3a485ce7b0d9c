import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CacheServer, startCacheServer, TOKENS } from './testing/cache-server';
import { readTemplates } from './testing/ci-templates';
import { cloneOnto, type Machine } from './testing/machine';
import { treeDigests } from './testing/tree-digests';
import { createWorkspace, NX_BIN, skillMd, type Workspace } from './testing/workspace';

const TREE = 'dist/agent-skills';
const PUBLISH = `node ${NX_BIN} run @agent-skills/index:publish-index --output-style=static`;

const NAMES = ['alpha', 'beta', 'delta', 'eta', 'gamma', 'iota', 'kappa', 'theta', 'zeta'];

const SKILLS = Object.fromEntries(
  NAMES.flatMap((name, index) => [
    [`skills/${name}/SKILL.md`, skillMd(name)],
    ...(index % 2 === 0 ? [] : [[`skills/${name}/notes.md`, `Notes on ${name}.\n`]]),
  ]),
);

/** The tasks that are cached, of all skills. */
const CACHED = NAMES.flatMap((name) => [`skills/${name}:archive`, `skills/${name}:hash`]).sort();

const tree = ({ root }: Workspace) => treeDigests(join(root, TREE));

const tasksFrom = (machine: Machine, status: string) =>
  Object.entries(machine.tasks())
    .filter(([, { cacheStatus }]) => cacheStatus === status)
    .map(([id]) => id)
    .sort();

let server: CacheServer;
let workspace: Workspace;

beforeAll(async () => {
  server = await startCacheServer();
  workspace = createWorkspace({ 'README.md': '# Acme\n' });
  workspace.write(SKILLS);
  workspace.commit('Add skills');
});

afterAll(() => server.close());

/** Every request that was made for each of the cached tasks. */
const forEach = (...requests: string[]) =>
  requests.flatMap((request) => Array(CACHED.length).fill(request)).sort();

describe('machines with one remote cache', () => {
  let first: Machine;

  it('publish with a token that may only read, and store nothing', async () => {
    first = cloneOnto(workspace);
    const run = await first.shell(PUBLISH, server.env(TOKENS.readOnly));
    expect(run.output).toContain('9 skills published');
    expect(run.output).not.toMatch(/403|may only read/);
    expect(run.status).toBe(0);
    expect(server.takeRequests()).toEqual(forEach('GET 404', 'PUT 403'));
    expect(server.entries.size).toBe(0);
  });

  it('build every skill once in all, in shards, and one of them publishes the same bytes', async () => {
    const expected = tree(first);
    const shard = shardCommand();
    const machines = ['1', '2', '3'].map((number) => ({ number, machine: cloneOnto(workspace) }));
    const shards = { NX_BASE: 'HEAD~1', NX_HEAD: 'HEAD', SHARDS: '3' };
    const env = { ...server.env(TOKENS.readWrite), ...shards };
    const runs = await Promise.all(
      machines.map(({ number, machine }) => machine.shell(shard, { ...env, SHARD: number })),
    );
    expect(runs).toEqual(runs.map(({ output }) => ({ status: 0, output })));
    const built = machines.map(({ machine }) => tasksFrom(machine, 'cache-miss'));
    expect(built.map(({ length }) => length)).toEqual([6, 6, 6]);
    expect(built.flat().sort()).toEqual(CACHED);
    expect(server.takeRequests()).toEqual(forEach('GET 404', 'PUT 200'));

    const publisher = cloneOnto(workspace);
    const run = await publisher.shell('npx nx affected -t validate publish-index', env);
    expect(run.status).toBe(0);
    const validated = NAMES.flatMap(() => ['GET 404', 'PUT 200']);
    expect(server.takeRequests()).toEqual([...forEach('GET 200'), ...validated].sort());
    expect(tasksFrom(publisher, 'remote-cache-hit')).toEqual(CACHED);
    expect(tree(publisher)).toEqual(expected);
  });

  it('have nothing to do in a shard that gets no skill', async () => {
    const env = { ...server.env(TOKENS.readWrite), NX_BASE: 'HEAD', NX_HEAD: 'HEAD' };
    const run = await first.shell(shardCommand(), { ...env, SHARD: '1', SHARDS: '3' });
    expect(run).toEqual({ status: 0, output: '' });
  });
});

describe('a remote cache that cannot be used', () => {
  let machine: Machine;

  beforeAll(() => {
    machine = cloneOnto(workspace);
  });

  it('stops a run with the error of Nx, and leaves no half tree', async () => {
    const run = await machine.shell(PUBLISH, server.env('a-wrong-token'));
    expect(run.output).toContain('Unauthorized: Unknown token');
    expect(run.status).not.toBe(0);
    expect(existsSync(join(machine.root, 'dist'))).toBe(false);
  });

  it('leaves an earlier tree as it was', async () => {
    const none = { NX_SELF_HOSTED_REMOTE_CACHE_SERVER: '' };
    expect((await machine.shell(PUBLISH, none)).status).toBe(0);
    const before = tree(machine);
    machine.write({ 'skills/alpha/SKILL.md': skillMd('alpha', 'Changed.') });
    const run = await machine.shell(PUBLISH, {
      ...server.env(TOKENS.readWrite),
      NX_SELF_HOSTED_REMOTE_CACHE_SERVER: await deadServer(),
    });
    expect(run.output).toContain('Failed to send request');
    expect(run.status).not.toBe(0);
    expect(tree(machine)).toEqual(before);
  });

  it('does no harm when it is switched off for a run', async () => {
    const env = { ...server.env('a-wrong-token'), NX_SKIP_REMOTE_CACHE: 'true' };
    expect((await machine.shell(PUBLISH, env)).output).toContain('0 added, 1 changed');
  });

  it('is not made up for by a folder of results without the database of Nx', async () => {
    const other = cloneOnto(workspace);
    const cache = (root: string) => join(root, '.nx', 'cache');
    cpSync(cache(machine.root), cache(other.root), { recursive: true });
    const run = await other.shell(PUBLISH);
    expect(run.output).toContain('Unrecognized Cache Artifacts');
    expect(run.status).toBe(0);
    expect(tasksFrom(other, 'cache-miss')).toEqual(expect.arrayContaining(CACHED));
  });
});

/** The address of a server that is gone. */
async function deadServer(): Promise<string> {
  const { url, close } = await startCacheServer();
  await close();
  return url;
}

/** What a job of the matrix in docs/ci.md runs. */
function shardCommand(): string {
  const { shard } = readTemplates().shards.jobs;
  const run = shard?.steps.find(({ env }) => env?.SHARD !== undefined)?.run;
  if (run === undefined) throw new Error('docs/ci.md shows no shards.');
  return run;
}
