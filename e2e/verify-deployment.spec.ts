import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveTree, type TreeServer } from '@nx-agent-skills/deployment';
import { serializeVersions } from '@nx-agent-skills/discovery';
import type { Report } from '@nx-agent-skills/publication';
import { HOST, startHttpsHost } from './testing/https-host';
import { installTool } from './testing/install-tool';
import { installNode, noOtherNodes } from './testing/node-versions';
import {
  createWorkspace,
  NX_BIN,
  nxEnv,
  nxJson,
  skillMd,
  type Workspace,
} from './testing/workspace';

const TREE = 'dist/agent-skills';
const INDEX = '@agent-skills/index';

let workspace: Workspace;
let server: TreeServer;
/** What the host has of the tree. */
let deployed: string;

/** What Nx gets beside the usual. */
const environment: NodeJS.ProcessEnv = {};

/** Runs Nx while the server of this process answers. */
function nx(...args: string[]): Promise<{ status: number; output: string }> {
  const { root } = workspace;
  return new Promise((done) => {
    execFile(
      process.execPath,
      [NX_BIN, ...args, '--output-style=static'],
      { cwd: root, env: nxEnv(root, environment), maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) =>
        done({ status: Number(error?.code ?? 0), output: `${stdout}\n${stderr}` }),
    );
  });
}

const verify = (...args: string[]) => nx('run', `${INDEX}:verify-deployment`, ...args);

function deploy(): void {
  rmSync(deployed, { recursive: true, force: true });
  cpSync(join(workspace.root, TREE), deployed, { recursive: true });
}

/** Options of the target, as a publisher sets them. */
const configure = (options: Record<string, unknown>) => ({
  'skills/project.json': JSON.stringify({
    name: INDEX,
    targets: { 'verify-deployment': { options } },
  }),
});

const report = (): Report => JSON.parse(workspace.read(`${TREE}/agent-skills/report.json`));

const checkOf = (skill: string, check: string) =>
  report()
    .skills.find(({ name }) => name === skill)
    ?.checks.find((each) => each.check === check);

beforeAll(async () => {
  workspace = createWorkspace(
    {
      'skills/alpha/SKILL.md': skillMd('alpha'),
      'skills/beta/SKILL.md': skillMd('beta'),
      'skills/beta/notes.md': '# Notes\n',
    },
    { preview: true },
  );
  deployed = join(workspace.root, 'tmp', 'deployed');
  mkdirSync(deployed, { recursive: true });
  server = await serveTree(deployed);
});

afterAll(() => server.close());

it('says that there is nothing to verify before anything was published', async () => {
  const [deployment, tree] = [await verify(), await nx('run', `${INDEX}:verify-tree`)];
  expect(deployment.output).toContain('deployment/no-report');
  expect(deployment.output).toContain('publish-index');
  expect([deployment.status, tree.status]).toEqual([1, 1]);
});

it('passes what is served as it was built, and records it in a tree that stays correct', async () => {
  expect((await nx('run', `${INDEX}:publish-index`, `--origin=${server.url}`)).status).toBe(0);
  deploy();
  const run = await verify('--install=false', '--junit=tmp/junit.xml');
  expect(run.output).toContain('2 of 2 skills are served as they were built.');
  expect(run.output).toContain('built 2, served 2');
  expect(run.status).toBe(0);
  expect(report().index.check).toMatchObject({
    status: 'passed',
    outcome: { origin: server.url, evidence: { status: 200, 'content-type': 'application/json' } },
  });
  expect(checkOf('beta', 'layout')?.status).toBe('passed');
  expect(checkOf('beta', 'install')?.status).toBe('skipped');
  expect(checkOf('beta', 'activation')?.status).toBe('not-run');
  const markdown = workspace.read(`${TREE}/agent-skills/report.md`);
  expect(markdown).toContain('- [x] digest: passed');
  expect(markdown).not.toContain('None of them has been run yet');
  expect(workspace.read('tmp/junit.xml')).toContain('<testcase classname="alpha" name="digest"/>');
  const tree = await nx('run', `${INDEX}:verify-tree`);
  expect(tree.output).toContain('is complete and correct: 2 skills');
  expect(tree.status).toBe(0);
});

it('names what a deploy has lost or changed', async () => {
  deploy();
  rmSync(join(deployed, '.well-known'), { recursive: true });
  appendFileSync(join(deployed, 'agent-skills/alpha/SKILL.md'), '<script></script>');
  writeFileSync(join(deployed, 'agent-skills/beta.tar.gz'), '<!doctype html>');
  const run = await verify('--install=false', '--githubAnnotations');
  expect(run.status).toBe(1);
  expect(report().index.check.outcome?.code).toBe('deploy/dot-folder-dropped');
  expect(checkOf('alpha', 'digest')).toMatchObject({
    status: 'failed',
    outcome: { code: 'bytes/appended', fix: expect.stringContaining('injection') },
  });
  expect(checkOf('beta', 'digest')?.outcome?.code).toBe('deploy/catch-all-page');
  expect(run.output).toContain('::error title=alpha digest%3A bytes/appended::');
  const damaged = await nx('run', `${INDEX}:verify-tree`, '--folder=tmp/deployed');
  expect(damaged.output).toContain('.well-known/agent-skills/index.json is missing');
  expect(damaged.output).toContain('agent-skills/alpha/SKILL.md has the digest');
  expect(damaged.status).toBe(1);
  expect((await nx('run', `${INDEX}:verify-tree`)).status).toBe(0);
});

it('records an outcome that a person has seen', async () => {
  const run = await verify('--record=alpha', '--activation=passed', '--note=It was used.');
  expect(run.status).toBe(0);
  expect(checkOf('alpha', 'activation')).toMatchObject({
    status: 'passed',
    outcome: { message: 'Recorded by hand: It was used.', origin: server.url },
  });
  const unknown = await verify('--record=gamma', '--activation=passed');
  expect(unknown.output).toContain('deployment/unknown-skill');
  expect(unknown.status).toBe(1);
});

it('checks an origin of which it knows nothing else', async () => {
  deploy();
  const run = await verify(`--origin=${server.url}`, '--outputDir=dist/none', '--install=false');
  expect(run.output).toContain('checked against itself');
  expect(run.output).toContain('2 of 2 skills are served');
  expect(run.status).toBe(0);
});

it('checks https with a certificate authority of its own, and names a certificate that it does not know', async () => {
  const host = await startHttpsHost();
  expect((await nx('run', `${INDEX}:publish-index`, `--origin=${host.origin}`)).status).toBe(0);
  deploy();
  host.serve(deployed);
  workspace.write(configure({ resolve: { [HOST]: '127.0.0.1' }, install: false }));
  const stranger = await verify();
  expect(stranger.output).toContain('http/tls');
  expect(stranger.status).toBe(1);
  environment.NODE_EXTRA_CA_CERTS = host.authority;
  const known = await verify();
  delete environment.NODE_EXTRA_CA_CERTS;
  await host.close();
  expect(known.output).toContain('2 of 2 skills are served');
  expect(known.status).toBe(0);
});

describe('with releases', () => {
  const LIST = 'snapshots/versions.json';

  /** Freezes a release, publishes and deploys it, and commits what was frozen. */
  function release(version: string): void {
    const snapshot = workspace.nx(['run', `${INDEX}:snapshot`, '--', `--version=${version}`]);
    expect([snapshot.status, snapshot.output]).toEqual([0, expect.anything()]);
    publishAndDeploy();
    workspace.commit(`Release ${version}`);
  }

  function publishAndDeploy(): void {
    expect(workspace.nx(['publish-index']).status).toBe(0);
    deploy();
  }

  beforeAll(() => {
    workspace.write({
      'nx.json': nxJson({ origin: server.url, preview: true }),
      ...configure({ install: false }),
    });
    release('1.0.0');
    workspace.write({ 'skills/alpha/SKILL.md': skillMd('alpha', 'Second.') });
    release('1.1.0');
  });

  it('follows their chain, and records it', async () => {
    const run = await verify();
    expect(run.output).toContain(
      'snapshots: Served as frozen: 2 releases, 4 artifacts; nothing that git:HEAD lists has changed.',
    );
    expect(run.status).toBe(0);
    expect(report().snapshotsCheck).toMatchObject({
      status: 'passed',
      outcome: { origin: server.url, evidence: { releases: 2, artifacts: 4 } },
    });
    const page = (name: string) => workspace.read(`${TREE}/agent-skills/${name}`);
    expect(page('report.md')).toContain('- [x] snapshots: passed');
    expect(page('index.html')).toContain('Check of the snapshots <b>passed</b>');
    expect((await nx('run', `${INDEX}:verify-tree`)).status).toBe(0);
  });

  it('names a file of a release that the deploy has changed', async () => {
    appendFileSync(join(deployed, 'agent-skills/v1.0.0/alpha/SKILL.md'), '<script></script>');
    const run = await verify('--junit=tmp/junit.xml');
    expect(run.status).toBe(1);
    expect(run.output).toContain('snapshots: failed');
    expect(report().snapshotsCheck?.outcome).toMatchObject({
      code: 'snapshots/digest',
      message: expect.stringContaining('expected sha256:'),
    });
    expect(workspace.read('tmp/junit.xml')).toContain('classname="snapshots"');
    expect((await verify('--snapshots=latest')).status).toBe(0);
  });

  it('finds a release that a commit has removed, by the commit or the list of before', async () => {
    const before = workspace.read(LIST);
    const { digests } = JSON.parse(before);
    const left = { versions: ['1.1.0'], digests: { '1.1.0': digests['1.1.0'] } };
    workspace.write({ [LIST]: serializeVersions(left), 'tmp/before.json': before });
    const missed = workspace.nx(['publish-index']);
    expect([missed.status, missed.output]).toEqual([
      1,
      expect.stringContaining('Releases that the tree before has are gone'),
    ]);
    // Another machine has no tree to compare with.
    rmSync(join(workspace.root, TREE), { recursive: true });
    publishAndDeploy();
    const uncommitted = await verify();
    expect([uncommitted.status, uncommitted.output]).toEqual([
      1,
      expect.stringContaining('snapshots/vanished'),
    ]);
    workspace.commit('Remove a release');
    expect((await verify()).status).toBe(0);
    for (const previous of ['git:HEAD~1', 'tmp/before.json']) {
      const run = await verify(`--previous=${previous}`);
      expect([run.status, run.output]).toEqual([1, expect.stringContaining('snapshots/vanished')]);
    }
    const mistyped = await verify('--previous=git:nowhere');
    expect([mistyped.status, mistyped.output]).toEqual([
      1,
      expect.stringContaining('publication/git: There is no revision "nowhere"'),
    ]);
    const misplaced = await verify('--snapshotsDir=releases');
    expect([misplaced.status, misplaced.output]).toEqual([
      1,
      expect.stringContaining('git:HEAD has no releases/versions.json, but releases'),
    ]);
    const off = await verify('--previous=git:HEAD~1', '--snapshots=off');
    expect([off.status, off.output]).toEqual([0, expect.stringContaining('1 skipped: snapshots')]);
  });
});

(noOtherNodes ? describe.skip : describe)('with the real client', () => {
  it('installs a skill into a fresh home and probes it', async () => {
    const cli = join(installTool('skills', '1.7.4'), 'bin', 'cli.mjs');
    const node = installNode(22);
    const probe = "console.log(require('fs').readdirSync(process.argv[1]).join())";
    const options = {
      client: [node, cli],
      probe: { command: [node, '-e', probe, '{folder}'], pattern: 'SKILL\\.md' },
    };
    workspace.write(configure(options));
    await nx('run', `${INDEX}:publish-index`, `--origin=${server.url}`);
    deploy();
    const run = await verify();
    expect(run.output).toContain('2 of 2 skills are served');
    expect(run.status).toBe(0);
    for (const skill of ['alpha', 'beta']) {
      expect(checkOf(skill, 'install')).toMatchObject({
        status: 'passed',
        outcome: { message: expect.stringContaining('files are those that were published') },
      });
      expect(checkOf(skill, 'activation')?.status).toBe('passed');
    }
    expect(readFileSync(join(workspace.root, TREE, 'agent-skills/index.html'), 'utf8')).toContain(
      'passed',
    );
  });
});
