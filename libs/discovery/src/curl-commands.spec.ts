import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Agent } from './agents';
import { type Checker, curlCommand, type Download, verifiedCurlCommand } from './curl-commands';

const agent: Agent = {
  id: 'claude-code',
  label: 'Claude Code',
  globalSkillsDir: '~/.claude/skills',
  projectSkillsDir: '.claude/skills',
};
const checkers: Checker[] = ['sha256sum', 'shasum'];
const served = new Map<string, Buffer>();
let server: Server;
let base: string;
let work: string;
let home: string;

beforeAll(async () => {
  for (const tool of ['curl', 'tar', ...checkers]) {
    const { code } = await sh(`command -v ${tool}`);
    if (code !== 0) throw new Error(`These tests run the commands for real and need ${tool}.`);
  }
  server = createServer((request, response) => {
    const body = served.get(request.url ?? '');
    response.writeHead(body ? 200 : 404).end(body ?? '<html>not found</html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(async () => {
  served.clear();
  work = await mkdtemp(join(tmpdir(), 'curl commands '));
  home = join(work, 'home');
  await mkdir(join(work, 'tmp'), { recursive: true });
  await mkdir(home);
});

afterEach(() => rm(work, { recursive: true }));

function sh(command: string): Promise<{ code: number | null; output: string }> {
  const proxyless = Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name));
  const env = { ...Object.fromEntries(proxyless), HOME: home, TMPDIR: work && join(work, 'tmp') };
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { env });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

function serve(path: string, bytes: Buffer): { url: string; digest: string } {
  served.set(path, bytes);
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { url: `${base}${path}`, digest };
}

/** A flat archive of the given files, without folder entries, as skills are published. */
async function tarGz(files: Record<string, string>): Promise<Buffer> {
  const folder = join(work, 'source');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const names = Object.keys(files).map((path) => `'${path}'`);
  const { code, output } = await sh(
    `cd '${folder}' && tar --format=ustar -czf ../made.tar.gz ${names.join(' ')}`,
  );
  if (code !== 0) throw new Error(output);
  const bytes = await readFile(join(work, 'made.tar.gz'));
  expect(gunzipSync(bytes).length).toBeGreaterThan(0);
  return bytes;
}

async function installed(): Promise<string[]> {
  const all = await readdir(home, { recursive: true, withFileTypes: true });
  return all
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(home.length + 1))
    .sort();
}

async function single(): Promise<Download> {
  return {
    ...serve('/agent-skills/a/SKILL.md', Buffer.from('# A\n')),
    type: 'skill-md',
    name: 'a',
  };
}

async function multi(): Promise<Download> {
  const bytes = await tarGz({ 'SKILL.md': '# A\n', 'scripts/run.sh': '#!/bin/sh\n' });
  return { ...serve('/agent-skills/a.tar.gz', bytes), type: 'archive', name: 'a' };
}

async function bundle(...skillFolders: string[]): Promise<Download> {
  const files = { 'README.md': 'kit', 'shared/x.md': 'x', 'skills/README.md': 'no skill' };
  const contents = skillFolders.flatMap((folder) => [
    [`${folder}/SKILL.md`, '#'],
    [`${folder}/references/r.md`, 'r'],
  ]);
  const bytes = await tarGz({ ...files, ...Object.fromEntries(contents) });
  const download = serve('/agent-skills/kit-bundle.tar.gz', bytes);
  const skills = skillFolders.map((folder) => ({
    folder,
    name: folder.replace('skills/', '').replaceAll('/', '-'),
  }));
  return { ...download, type: 'archive', name: 'kit', skills };
}

const SHAPES: [string, () => Promise<Download>, string[]][] = [
  ['a single file', single, ['a/SKILL.md']],
  ['an archive', multi, ['a/SKILL.md', 'a/scripts/run.sh']],
  [
    'the skills of a bundle',
    () => bundle('skills/a', 'skills/b'),
    ['a/SKILL.md', 'a/references/r.md', 'b/SKILL.md', 'b/references/r.md'],
  ],
  [
    'the skills of a bundle that has two folders of one name',
    () => bundle('skills/a', 'skills/more/a'),
    ['a/SKILL.md', 'a/references/r.md', 'more-a/SKILL.md', 'more-a/references/r.md'],
  ],
];

function commandsFor(download: Download): string[] {
  const verified = checkers.map((checker) => verifiedCurlCommand(download, agent, checker));
  return [curlCommand(download, agent), ...verified];
}

describe('curl commands, run by sh', () => {
  it.each(SHAPES)('put %s in place, also a second time', async (_shape, make, files) => {
    for (const command of commandsFor(await make())) {
      await rm(join(home, '.claude'), { recursive: true, force: true });
      for (const round of ['first', 'second']) {
        const { code, output } = await sh(command);
        expect({ round, command, code, output }).toMatchObject({ code: 0 });
      }
      expect(await installed()).toEqual(files.map((file) => `.claude/skills/${file}`));
    }
  });

  it('keep the bytes, and the mode that a new file gets', async () => {
    for (const command of commandsFor(await single())) {
      await sh(`umask 022; ${command}`);
      const file = join(home, '.claude/skills/a/SKILL.md');
      expect(await readFile(file, 'utf8')).toBe('# A\n');
      expect((await sh(`test -r '${file}' && ls -l '${file}'`)).output).toMatch(/^-rw-r--r--/);
      await rm(file);
    }
  });

  it.each(SHAPES)('fail for %s that is not served', async (_shape, make) => {
    const download = await make();
    served.clear();
    for (const command of commandsFor(download)) {
      expect((await sh(command)).code).not.toBe(0);
      expect(await installed()).toEqual([]);
    }
  });

  it.each(SHAPES)('touch nothing when other bytes are served for %s', async (_s, make) => {
    const download = await make();
    served.set(new URL(download.url).pathname, Buffer.from('# Not what was promised\n'));
    for (const checker of checkers) {
      const { code, output } = await sh(verifiedCurlCommand(download, agent, checker));
      expect({ code, output }).toMatchObject({
        code: 1,
        output: expect.stringContaining('FAILED'),
      });
      expect(await readdir(home)).toEqual([]);
    }
  });

  it('leave neither temporary files nor variables behind', async () => {
    const download = await multi();
    for (const checker of checkers) {
      const command = verifiedCurlCommand(download, agent, checker);
      const { output } = await sh(`${command} >/dev/null; printf '<%s>' "$d"; trap`);
      expect(output).toBe('<>');
    }
    expect(await readdir(join(work, 'tmp'))).toEqual([]);
  });
});
