import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type HttpsHost, startHttpsHost } from './testing/https-host';
import { installedPackage } from './testing/install-package';
import { newPublisher, newRepository, writeFiles } from './testing/publisher';
import { runCli } from './testing/run-cli';
import { newMachine } from './testing/stock-client';
import { treeDigests } from './testing/tree-digests';
import { skillMd } from './testing/workspace';

const LOCK = 'agent-skills-lock.json';

const release = (text: string): Record<string, string> => ({
  'skills/alpha/SKILL.md': skillMd('alpha', text),
  'skills/beta/SKILL.md': skillMd('beta', text),
  'skills/beta/scripts/run.sh': `#!/bin/sh\necho ${text}\n`,
});

describe('a project that uses the skills of a publisher', () => {
  let host: HttpsHost;
  const publisher = newPublisher();
  let project: string;
  let home: string;
  let cli: (args: string) => Promise<{ status: number; output: string }>;
  const read = (path: string) => readFileSync(join(project, path), 'utf8');
  const versions = () =>
    JSON.parse(read(LOCK)).skills.map((skill: Record<string, string>) => skill.version);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Acme', '-c', 'user.email=skills@acme.example', ...args], {
      cwd: project,
      encoding: 'utf8',
    });

  async function publish(text: string, version: string): Promise<void> {
    publisher.write(release(text));
    await publisher.run('build', '--origin', host.origin);
    await publisher.run('snapshot', version);
    await publisher.run('build', '--origin', host.origin);
  }

  beforeAll(async () => {
    host = await startHttpsHost();
    host.serve(publisher.tree);
    project = newRepository('project');
    const bin = join(installedPackage(), 'dist/cli.js');
    const machine = newMachine(host, { node: process.execPath, cli: bin });
    home = machine.home;
    // The host has a private address here.
    cli = (args) =>
      machine.run(`cd "${project}" && "${process.execPath}" "${bin}" ${args} --allow-private`);
  });
  afterAll(() => host.close());

  it('locks them, installs them and commits the lock', async () => {
    await publish('first', '1.0.0');
    const locked = await cli(`lock ${host.origin}/agent-skills`);
    expect([locked.status, locked.output]).toEqual([
      0,
      expect.stringContaining(`2 skills locked in ${LOCK} (2 added`),
    ]);
    expect(versions()).toEqual(['1.0.0', '1.0.0']);
    expect(existsSync(join(project, '.claude'))).toBe(false);
    host.requests.splice(0);
    const installed = await cli('install --frozen');
    expect([installed.status, installed.output]).toEqual([
      0,
      expect.stringContaining('2 skills in .claude/skills for claude-code (2 added'),
    ]);
    expect(host.requests.sort()).toEqual([
      '200 /agent-skills/v1.0.0/alpha/SKILL.md',
      '200 /agent-skills/v1.0.0/beta.tar.gz',
    ]);
    for (const folder of ['.claude/skills', '.agents/skills']) {
      for (const [path, content] of Object.entries(release('first'))) {
        expect(read(path.replace('skills', folder))).toBe(content);
      }
      expect(statSync(join(project, folder, 'beta/scripts/run.sh')).mode & 0o777).toBe(0o755);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Skills 1.0.0');
  });

  it('sees what a new release changes, and takes it', async () => {
    const current = await cli('update --check');
    expect([current.status, current.output]).toEqual([0, expect.stringContaining('offer today')]);
    await publish('second', '2.0.0');
    const before = read(LOCK);
    const seen = await cli('update');
    expect([seen.status, seen.output]).toEqual([
      0,
      expect.stringMatching(/~ alpha 1\.0\.0 \(sha256:\w+\) → 2\.0\.0 \(sha256:\w+\)\n/),
    ]);
    expect((await cli('update --check')).status).toBe(1);
    const json = JSON.parse((await cli('update --json')).output);
    expect(json).toMatchObject({
      lock: LOCK,
      changed: [
        { before: { name: 'alpha', version: '1.0.0' }, after: { version: '2.0.0' } },
        { before: { name: 'beta' } },
      ],
      added: [],
      removed: [],
    });
    expect(read(LOCK)).toBe(before);
    expect((await cli(`lock ${host.origin}`)).status).toBe(0);
    expect((await cli('install --frozen')).status).toBe(0);
    expect(read('.claude/skills/beta/scripts/run.sh')).toContain('second');
    git('commit', '--quiet', '--all', '--message', 'Skills 2.0.0');
  });

  it('goes back by a revert of the lock, or to a version, to the byte', async () => {
    git('checkout', '--quiet', 'HEAD~1', LOCK);
    expect((await cli('install --frozen')).status).toBe(0);
    const first = treeDigests(join(project, '.claude/skills'));
    expect(read('.claude/skills/beta/scripts/run.sh')).toContain('first');
    const forward = await cli('install --version 2.0.0');
    expect([forward.status, versions()]).toEqual([0, ['2.0.0', '2.0.0']]);
    expect(read('.claude/skills/beta/scripts/run.sh')).toContain('second');
    const back = await cli(`install ${host.origin}/agent-skills/v1.0.0`);
    expect([back.status, versions()]).toEqual([0, ['1.0.0', '1.0.0']]);
    expect(treeDigests(join(project, '.claude/skills'))).toEqual(first);
    const none = await cli('install --version 3.0.0');
    expect([none.status, none.output]).toEqual([
      1,
      expect.stringContaining('such as 2.0.0, 1.0.0'),
    ]);
  });

  it('installs for the user, one skill alone', async () => {
    const args = `install ${host.origin}/agent-skills/alpha --global --agent claude-code --lock mine.json --json`;
    const { status, output } = await cli(args);
    expect([status, output]).toEqual([0, expect.anything()]);
    expect(JSON.parse(output)).toMatchObject({
      lock: 'mine.json',
      added: [{ name: 'alpha' }],
      folders: [{ shown: '~/.claude/skills', agents: ['claude-code'], added: ['alpha'] }],
    });
    expect(readdirSync(join(home, '.claude/skills')).sort()).toEqual([
      '.agent-skills-installed.json',
      'alpha',
    ]);
  });

  it('is refused what is not locked to the byte, and what would be lost', async () => {
    const before = treeDigests(join(project, '.claude'));
    writeFiles(project, { [LOCK]: read(LOCK).replace(/sha256:./, 'sha256:0') });
    const other = await cli('install --frozen --json');
    expect(other.status).toBe(1);
    expect(other.output).toMatch(/"error": "installation\/digest: /);
    expect(treeDigests(join(project, '.claude'))).toEqual(before);
    git('checkout', '--quiet', 'HEAD', LOCK);
    writeFiles(project, { '.claude/skills/alpha/SKILL.md': 'mine' });
    const edited = await cli('install');
    expect([edited.status, edited.output]).toEqual([
      1,
      expect.stringContaining('.claude/skills/alpha was edited since it was installed: SKILL.md.'),
    ]);
    expect(read('.claude/skills/alpha/SKILL.md')).toBe('mine');
    expect((await cli('install --force')).status).toBe(0);
    expect(read('.claude/skills/alpha/SKILL.md')).toBe(release('second')['skills/alpha/SKILL.md']);
  });
});

describe('the command line', () => {
  it.each([
    [['lock'], 'lock takes one origin'],
    [['lock', 'http://skills.acme.example'], 'origin/not-https'],
    [['lock', 'https://skills.acme.example/agent-skills/v1.x'], 'neither the name of a skill'],
    [
      ['lock', 'https://skills.acme.example/agent-skills/v1.0.0', '--version', '2.0.0'],
      'has the version 1.0.0',
    ],
    [['install', '--version', 'v1'], '--version received "v1"'],
    [['install', '--frozen', 'https://skills.acme.example'], 'takes no origin'],
    [['install', '--skill', 'alpha'], '--skill and --all need an origin'],
    [['install', '--agent', 'hal'], 'names "hal"'],
    [['install', '--allowed-host', 'a/b'], '"--allowed-host" received "a/b"'],
    [['update', 'a', 'b'], 'update takes one origin'],
  ])('does not take %j', async (args, message) => {
    const { status, stdout, stderr } = await runCli(newRepository('usage'), args);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it.each(['lock', 'install', 'update'])('explains %s', async (command) => {
    const { status, stdout } = await runCli('/', [command, '--help']);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`nx-agent-skills ${command}`)]);
  });

  it('says so when there is no lock', async () => {
    const { status, stderr } = await runCli(newRepository('usage'), ['install', '--frozen']);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('installation/no-lock: There is no lock agent-skills-lock.json'),
    ]);
  });
});
