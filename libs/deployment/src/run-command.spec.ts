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

  it('that takes too long is ended with all that it has started', async () => {
    const folder = writeTree({ 'beat.txt': '' });
    const beat = join(folder, 'beat.txt');
    const child = `setInterval(() => require('fs').appendFileSync(${JSON.stringify(beat)}, '.'), 20)`;
    const script = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
    const run = await runCommand(node(script), place({ timeoutMs: 700 }));
    expect(run).toMatchObject({ exitCode: null, stopped: 'timeout' });
    await sleep(100);
    const beats = readFileSync(beat, 'utf8').length;
    expect(beats).toBeGreaterThan(0);
    await sleep(200);
    expect(readFileSync(beat, 'utf8').length).toBe(beats);
  });

  it('keeps only the end of much output', async () => {
    const run = await runCommand(node('for (let i = 0; i < 1e5; i++) console.log(i)'), place());
    expect(run.output.length).toBeLessThanOrEqual(64 * 1024);
    expect(run.output.endsWith('99999\n')).toBe(true);
  });
});
