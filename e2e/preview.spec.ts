import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { noOtherNodes } from './testing/node-versions';
import { installStockClient } from './testing/stock-client';
import { temporaryFolder } from './testing/temporary-folder';
import { createWorkspace, NX_BIN, nxEnv, skillMd, type Workspace } from './testing/workspace';

const DAEMON = { NX_DAEMON: 'true', CI: 'false' };

/** Starts the preview and waits until it serves. */
async function startPreview(root: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const run: ChildProcess = spawn(
    process.execPath,
    [NX_BIN, 'run', '@agent-skills/index:preview', ...args],
    { cwd: root, env: nxEnv(root, env), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let output = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream?.on('data', (data) => {
      output += data;
    });
  }
  const ended = new Promise<void>((resolve) => run.once('exit', () => resolve()));
  const stop = async () => {
    if (run.pid !== undefined) process.kill(-run.pid, 'SIGINT');
    await ended;
  };
  const url = await until(() => /skills at (http:\/\/127\.0\.0\.1:\d+)\//.exec(output)?.[1]).catch(
    async (error) => {
      await stop();
      throw new Error(`${error.message}\n${output}`);
    },
  );
  return {
    url,
    output: () => output,
    stop,
  };
}

/** Asks again until there is an answer, for a minute. */
async function until<T>(ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(200);
  }
  throw new Error('There was no answer within a minute.');
}

const ALPHA = 'skills/alpha/SKILL.md';

/** The SKILL.md that the real client has installed in a fresh home. */
async function installAs(command: string): Promise<string> {
  const { node, cli } = installStockClient();
  const home = temporaryFolder('home');
  const env = { HOME: home, PATH: process.env.PATH, DISABLE_TELEMETRY: '1' };
  await promisify(execFile)(node, [cli, ...command.split(' ')], { cwd: home, env });
  return readFileSync(join(home, '.claude', ALPHA), 'utf8');
}

describe('preview', () => {
  let workspace: Workspace;

  beforeAll(() => {
    workspace = createWorkspace({
      [ALPHA]: skillMd('alpha'),
      'skills/beta/SKILL.md': skillMd('beta'),
      'skills/beta/notes.md': 'Notes.\n',
    });
  });

  afterAll(() => {
    spawnSync(process.execPath, [NX_BIN, 'daemon', '--stop'], {
      cwd: workspace.root,
      env: nxEnv(workspace.root, DAEMON),
    });
  });

  it('serves the tree for its own address, with a command that installs from it', async () => {
    const preview = await startPreview(workspace.root, ['--port=0', '--watch=false'], {});
    try {
      const index = await fetch(`${preview.url}/.well-known/agent-skills/index.json`);
      expect(index.headers.get('content-type')).toBe('application/json');
      const { skills } = (await index.json()) as { skills: { url: string }[] };
      expect(skills.map(({ url }) => url)).toEqual([
        `${preview.url}/agent-skills/alpha/SKILL.md`,
        `${preview.url}/agent-skills/beta.tar.gz`,
      ]);
      for (const { url } of skills) expect((await fetch(url)).status).toBe(200);
      const page = await (await fetch(`${preview.url}/agent-skills/`)).text();
      expect(page).toContain('<h1');
      const [, command = ''] = /here: npx -y skills (.*)/.exec(preview.output()) ?? [];
      expect(command).toBe(
        `add ${preview.url}/agent-skills/alpha --skill alpha -a claude-code -g -y`,
      );
      // Where the client cannot be brought, install.spec says so.
      if (!noOtherNodes) expect(await installAs(command)).toBe(workspace.read(ALPHA));
    } finally {
      await preview.stop();
    }
    await expect(fetch(preview.url)).rejects.toThrow();
    // The tree that is deployed is none of its business.
    expect(() => workspace.read('dist/agent-skills/agent-skills/report.json')).toThrow('ENOENT');
  });

  it('says which port is in use, and what to do', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const run = workspace.nx(['run', '@agent-skills/index:preview', `--port=${port}`]);
    other.close();
    expect(run.status).toBe(1);
    expect(run.output).toContain(`The port ${port} is in use.`);
  });

  it('says what is wrong with a skill, and ends when nothing can mend it', () => {
    workspace.write({ 'skills/bad/SKILL.md': 'no frontmatter' });
    const run = workspace.nx(['run', '@agent-skills/index:preview', '--port=0', '--watch=false']);
    workspace.write({ 'skills/bad': null });
    expect(run.status).toBe(1);
    expect(run.output).toContain('frontmatter/missing');
  });

  it('publishes again when a skill is mended, edited, added or removed', async () => {
    workspace.write({ 'skills/beta/SKILL.md': 'no frontmatter' });
    const starting = startPreview(workspace.root, ['--port=0'], DAEMON);
    await sleep(12_000);
    workspace.write({ 'skills/beta/SKILL.md': skillMd('beta') });
    const preview = await starting;
    const names = async () => {
      const index = await fetch(`${preview.url}/.well-known/agent-skills/index.json`);
      const { skills } = (await index.json()) as { skills: { name: string }[] };
      return skills.map(({ name }) => name).join(' ');
    };
    const untilNames = (wanted: string) =>
      until(async () => ((await names()) === wanted ? wanted : undefined));
    try {
      workspace.write({ 'skills/alpha/SKILL.md': skillMd('alpha', 'Edited.') });
      await until(async () => {
        const text = await (await fetch(`${preview.url}/agent-skills/alpha/SKILL.md`)).text();
        return text.includes('Edited.') || undefined;
      });
      workspace.write({ 'skills/gamma/SKILL.md': skillMd('gamma') });
      await untilNames('alpha beta gamma');
      workspace.write({ 'skills/beta': null });
      await untilNames('alpha gamma');
    } finally {
      await preview.stop();
    }
  });
});
