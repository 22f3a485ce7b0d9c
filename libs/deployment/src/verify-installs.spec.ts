import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAgent } from '@nx-agent-skills/discovery';
import { writeTree } from '@nx-agent-skills/skill/testing';
import type { DeploymentOptions } from './deployment-options';
import { clientFault, DEFAULT_CLIENT, type ProbeOptions } from './install-options';
import { checkServed, resultOfCheck } from './testing/check-served';
import { startHost } from './testing/fault-host';
import { BASE, entry, sendIndex, sendSkillMd, skillMd } from './testing/made-index';
import { type PublishedTree, publishTree } from './testing/published-tree';
import { hasFailed } from './verification';
import { sampleOf } from './verify-installs';

/** A client that installs a single file, or does what the script says in its place. */
const CLIENT = `
const fs = require('node:fs');
const [, , add, url, ...rest] = process.argv;
const name = url.split('/').at(-1);
const folder = process.env.HOME + '/.claude/skills/' + name;
const install = async (change = (text) => text) => {
  const answer = await fetch(url + '/SKILL.md');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(folder + '/SKILL.md', change(await answer.text()));
};
`;

let built: PublishedTree;
const agent = findAgent('claude-code');

beforeAll(() => {
  built = publishTree();
});

async function verify(
  script: string,
  options: Partial<DeploymentOptions> = {},
  client = [process.execPath, join(writeTree({ 'client.js': CLIENT + script }), 'client.js')],
) {
  if (!agent) throw new Error('There is no agent.');
  const host = await startHost({}, built.tree);
  const verification = await checkServed(host.origin, {
    ...built,
    install: { client, agent, timeoutMs: 5000 },
    sample: 1,
    ...options,
  });
  return { verification, install: resultOfCheck(verification, 'install', 'alpha') };
}

describe('a real install', () => {
  it('passes when the installed files are those that were published', async () => {
    const { install, verification } = await verify('install()');
    expect(install).toMatchObject({ status: 'passed', evidence: { exitCode: 0, files: 1 } });
    expect(resultOfCheck(verification, 'install', 'beta').status).toBe('not-run');
    expect(resultOfCheck(verification, 'install', 'cloud').status).toBe('skipped');
  });

  it('runs in a fresh home that is removed, and gets no secrets', async () => {
    process.env.ACME_TOKEN = 'secret';
    const { install } = await verify(
      'console.log(process.env.HOME, process.env.DISABLE_TELEMETRY, process.env.ACME_TOKEN); process.exit(9)',
    );
    delete process.env.ACME_TOKEN;
    expect(install.diagnoses[0]?.code).toBe('install/failed');
    const [, home = '', telemetry, token] =
      /it said: (\S+) (\S+) (\w+)/.exec(install.message) ?? [];
    expect([telemetry, token]).toEqual(['1', 'undefined']);
    expect(home).not.toBe(process.env.HOME);
    expect(existsSync(home)).toBe(false);
  });

  it.each([
    ['changes a file', 'install((text) => text + " ")', 'SKILL.md has the digest'],
    ['installs nothing', 'process.exit(0)', 'the folder of the skill was not made'],
    [
      'adds a file',
      'install().then(() => fs.writeFileSync(folder + "/more.md", "x"))',
      'more.md was not published',
    ],
  ])('fails when the client %s, even with exit code 0', async (_, script, named) => {
    const { install, verification } = await verify(script);
    expect(install).toMatchObject({ status: 'failed' });
    expect(install.diagnoses[0]?.code).toBe('install/files-differ');
    expect(install.message).toContain(named);
    expect(hasFailed(verification)).toBe(true);
  });

  it('fails when the client does not end', async () => {
    if (!agent) throw new Error('There is no agent.');
    const folder = writeTree({ 'client.js': 'setInterval(() => {}, 100)' });
    const client = [process.execPath, join(folder, 'client.js')];
    const { install } = await verify('', { install: { client, agent, timeoutMs: 400 } });
    expect(install.message).toContain('did not end within 400 ms');
    expect(install.diagnoses[0]).toMatchObject({
      code: 'install/timed-out',
      fix: expect.stringContaining('installTimeout'),
    });
  });

  it.each([
    ['ends the client', 'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 100)'],
    ['is caught by the client', 'process.exit(130)'],
  ])('is not run when a signal from outside %s', async (_, script) => {
    const { install } = await verify(script);
    expect([install.status, install.message]).toEqual(['not-run', expect.stringMatching(/signal/)]);
  });

  it.each([
    ['is not there', '', ['no-such-client']],
    ['cannot be brought', 'console.error("npm error code ENOTFOUND"); process.exit(1)', undefined],
    ['needs another Node', 'console.error("SyntaxError: no export"); process.exit(1)', undefined],
  ])('is skipped with the reason when the client %s', async (_, script, client) => {
    const { install, verification } = await verify(script, {}, client);
    expect(install.status).toBe('skipped');
    expect(install.message).toMatch(/client/);
    expect(hasFailed(verification)).toBe(false);
  });

  it('is not tried for every skill when the client cannot be brought for the first', async () => {
    const log = join(writeTree({ 'log.txt': '' }), 'log.txt');
    const script = `fs.appendFileSync(${JSON.stringify(log)}, '.'); console.error('npm error code ENOTFOUND'); process.exit(1)`;
    const { verification } = await verify(script, { sample: 5 });
    expect(resultOfCheck(verification, 'install', 'suite-scan').status).toBe('skipped');
    expect(readFileSync(log, 'utf8').length).toBeLessThanOrEqual(2);
  });

  it('is skipped by default where Node is too old for the client', () => {
    expect(clientFault(DEFAULT_CLIENT, '20.20.2')).toContain('needs Node 22.20');
    expect(clientFault(DEFAULT_CLIENT, '22.19.0')).toContain('this is 22.19.0');
    expect(clientFault(DEFAULT_CLIENT, '22.20.0')).toBeUndefined();
    expect(clientFault(DEFAULT_CLIENT, '24.0.0')).toBeUndefined();
    expect(clientFault(['my-client'], '20.20.2')).toBeUndefined();
  });
});

describe('the activation probe', () => {
  const probe = (script: string, change: Partial<ProbeOptions> = {}): ProbeOptions => ({
    command: [process.execPath, '-e', script, '{name}', '{description}', '{folder}'],
    timeoutMs: 5000,
    env: [],
    ...change,
  });
  const activation = async (options: ProbeOptions, client = 'install()') => {
    const { verification } = await verify(client, { probe: options });
    return resultOfCheck(verification, 'activation', 'alpha');
  };

  it('passes by exit code and pattern, with the skill installed', async () => {
    const script =
      'console.log(process.argv.slice(1, 3).join("|"), require("fs").readdirSync(process.argv[3]))';
    const pattern = /alpha\|Does alpha\. \[ 'SKILL\.md' \]/;
    expect(await activation(probe(script, { pattern }))).toMatchObject({
      status: 'passed',
      evidence: { exitCode: 0, output: expect.stringContaining('alpha|Does alpha.') },
    });
  });

  it('fails by exit code, by pattern and by time', async () => {
    const code = await activation(probe('process.exit(4)'));
    expect([code.status, code.message]).toEqual(['failed', expect.stringContaining('exit code 4')]);
    const text = await activation(probe('console.log("no")', { pattern: /used/ }));
    expect(text.message).toContain('does not match used');
    const time = await activation(probe('setInterval(() => {}, 100)', { timeoutMs: 300 }));
    expect(time.message).toContain('did not end within 300 ms');
    expect(time.diagnoses[0]).toMatchObject({
      code: 'activation/timed-out',
      fix: expect.not.stringContaining('description'),
    });
  });

  it('gets the variables that the publisher names, and the client does not', async () => {
    process.env.ACME_LOGIN = 'word';
    const result = await activation(
      probe('console.log(process.env.ACME_LOGIN)', { env: ['ACME_LOGIN'], pattern: /^word$/m }),
      'if (process.env.ACME_LOGIN) process.exit(1); install()',
    );
    delete process.env.ACME_LOGIN;
    expect(result.status).toBe('passed');
  });

  it('is recorded without the values of those variables', async () => {
    process.env.ACME_LOGIN = 'secret\nsecond line';
    const print = String.raw`console.log("key: se\u001b[0mcret\r\nsecond line end"); process.exit(2)`;
    const failed = await activation(probe(print, { env: ['ACME_LOGIN'] }));
    process.env.ACME_LOGIN = 'secret';
    const named = await activation(probe('"secret"', { env: ['ACME_LOGIN'], pattern: /secret/ }));
    delete process.env.ACME_LOGIN;
    expect(failed.evidence.output).toBe('key: *** / *** end');
    expect(JSON.stringify(named)).not.toContain('secret');
    expect(named.evidence.command).toContain('"***"');
  });

  it('is skipped when the words of a skill would become an option of it', async () => {
    const skill = { 'skills/alpha/SKILL.md': '---\nname: alpha\ndescription: --unsafe\n---\n' };
    built = publishTree(skill);
    const ran = 'console.log(process.argv.at(-1))';
    const command = [process.execPath, '-e', ran, '--'];
    const bare = await activation(probe('', { command: [...command, '{description}'] }));
    const worded = await activation(probe('', { command: [...command, 'Use {description}'] }));
    built = publishTree();
    expect([bare.status, bare.message]).toEqual(['skipped', expect.stringContaining('--unsafe')]);
    expect(worded.evidence.output).toBe('Use --unsafe');
  });

  it('is skipped when the skill is not installed or the probe is not there', async () => {
    expect((await activation(probe(''), 'process.exit(1)')).status).toBe('skipped');
    expect((await activation(probe('', { command: ['no-such-agent'] }))).status).toBe('skipped');
  });
});

describe('without a report', () => {
  const check = async (isAskedFor: boolean) => {
    if (!agent) throw new Error('There is no agent.');
    const folder = writeTree({ 'client.js': `${CLIENT} install()` });
    const client = [process.execPath, join(folder, 'client.js')];
    const file = skillMd('alpha');
    const host = await startHost({
      [`${BASE}index.json`]: sendIndex([entry('alpha', file)]),
      [`${BASE}alpha/SKILL.md`]: sendSkillMd(file),
      '/agent-skills/alpha/SKILL.md': sendSkillMd(file),
    });
    const verification = await checkServed(host.origin, {
      install: { client, agent, timeoutMs: 5000, isAskedFor },
      probe: { command: [process.execPath, '-e', ''], timeoutMs: 5000, env: [] },
    });
    return (['install', 'activation'] as const).map((each) =>
      resultOfCheck(verification, each, 'alpha'),
    );
  };

  it('skills may be of somebody else, and are not installed', async () => {
    for (const { status, message } of await check(false)) {
      expect([status, message]).toEqual(['skipped', expect.stringContaining('no report')]);
    }
  });

  it('they are installed when that is asked for, and never given to an agent', async () => {
    const [install, activation] = await check(true);
    expect(install?.status).toBe('passed');
    expect(activation?.status).toBe('skipped');
    expect(activation?.message).toContain('no report');
  });
});

describe('a sample', () => {
  it('is spread evenly and is the same each time', () => {
    const all = Array.from({ length: 10 }, (_, at) => at);
    expect([...sampleOf(all, 3)]).toEqual([0, 3, 6]);
    expect(sampleOf(all, undefined).size).toBe(10);
    expect(sampleOf(all, 20).size).toBe(10);
  });
});
