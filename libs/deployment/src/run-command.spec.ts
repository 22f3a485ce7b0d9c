import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { runCommand } from './run-command';

const place = (change: Partial<Parameters<typeof runCommand>[1]> = {}) => ({
  cwd: tmpdir(),
  env: { PATH: process.env.PATH ?? '' },
  timeoutMs: 10_000,
  signal: new AbortController().signal,
  ...change,
});

const node = (script: string, ...args: string[]) => [process.execPath, '-e', script, ...args];

/** A process that writes to a file as long as it lives, started by a script. */
function heartbeat() {
  const file = join(writeTree({ 'beat.txt': '' }), 'beat.txt');
  const beats = () => readFileSync(file, 'utf8').length;
  const script = `setInterval(() => require('fs').appendFileSync(${JSON.stringify(file)}, '.'), 20)`;
  return {
    start: ({ stdio }: { stdio: 'inherit' | 'ignore' }) =>
      `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { stdio: '${stdio}' })`,
    expectToHaveEnded: async () => {
      await sleep(100);
      const before = beats();
      expect(before).toBeGreaterThan(0);
      await sleep(200);
      expect(beats()).toBe(before);
    },
  };
}

describe('a command', () => {
  it('tells its exit code and what it has said, and knows only the given variables', async () => {
    const script = 'console.log(JSON.stringify(process.env)); console.error("no"); process.exit(3)';
    const run = await runCommand(node(script), place({ env: { ONLY: 'this' } }));
    expect(run.exitCode).toBe(3);
    expect(run.output).toContain('{"ONLY":"this"}');
    expect(run.output).toContain('no');
  });

  it('gets its arguments as they are, without a shell', async () => {
    const run = await runCommand(node('console.log(process.argv[1])', '$HOME; `id`'), place());
    expect(run.output).toBe('$HOME; `id`\n');
  });

  it('that is not there is told from one that fails', async () => {
    const run = await runCommand(['no-such-command-here'], place());
    expect(run).toMatchObject({ exitCode: null, stopped: 'missing' });
  });

  it.each([
    ['a folder', [tmpdir()]],
    ['nothing', ['']],
    ['an argument that cannot be passed', [process.execPath, 'a\0b']],
  ])('that is %s cannot be started, and says why', async (_, command) => {
    const run = await runCommand(command, place());
    expect(run).toMatchObject({ exitCode: null, stopped: 'not-started' });
    expect(run.output).toMatch(/EACCES|must be|cannot be empty/);
  });

  it('that takes too long is ended with all that it has started', async () => {
    const beat = heartbeat();
    const script = `${beat.start({ stdio: 'inherit' })}; setInterval(() => {}, 1000)`;
    const run = await runCommand(node(script), place({ timeoutMs: 700 }));
    expect(run).toMatchObject({ exitCode: null, stopped: 'timeout' });
    await beat.expectToHaveEnded();
  });

  it('that is no longer wanted is ended, and not told to be late', async () => {
    const beat = heartbeat();
    const script = `${beat.start({ stdio: 'inherit' })}; setInterval(() => {}, 1000)`;
    const run = await runCommand(node(script), place({ signal: AbortSignal.timeout(700) }));
    expect(run).toMatchObject({ exitCode: null, stopped: 'aborted' });
    await beat.expectToHaveEnded();
    const late = await runCommand(node(''), place({ signal: AbortSignal.abort() }));
    expect(late.stopped).toBe('aborted');
  });

  it('that ends by itself takes with it what it has started', async () => {
    const beat = heartbeat();
    const script = `${beat.start({ stdio: 'ignore' })}; setTimeout(() => process.exit(0), 500)`;
    const run = await runCommand(node(script), place());
    expect(run.exitCode).toBe(0);
    await beat.expectToHaveEnded();
  });

  it('has ended when it exits, whoever still holds its output', async () => {
    const beat = heartbeat();
    const script = `${beat.start({ stdio: 'inherit' })}; setTimeout(() => { console.log('ok'); process.exit(3) }, 500)`;
    const run = await runCommand(node(script), place());
    expect(run).toEqual({ exitCode: 3, output: 'ok\n', isMatched: true });
    await beat.expectToHaveEnded();
  });

  it('is matched in all that it says', async () => {
    const script =
      'console.log("uses the skill alpha"); for (let i = 0; i < 1e5; i++) console.log(i)';
    const matches = async (pattern: RegExp) =>
      (await runCommand(node(script), place({ pattern }))).isMatched;
    expect(await matches(/skill alpha/)).toBe(true);
    expect(await matches(/99999/)).toBe(true);
    expect(await matches(/skill beta/)).toBe(false);
  });

  it('keeps only the end of much output', async () => {
    const run = await runCommand(node('for (let i = 0; i < 1e5; i++) console.log(i)'), place());
    expect(run.output.length).toBeLessThanOrEqual(64 * 1024);
    expect(run.output.endsWith('99999\n')).toBe(true);
  });
});
