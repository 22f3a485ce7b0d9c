import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeTree } from '@nx-agent-skills/skill/testing';
import { cleanUpAtExit } from './clean-up-at-exit';

const REPOSITORY = join(__dirname, '../../..');

/** A process that runs a command in a fresh home; the command writes its home, then beats. */
function startRun() {
  const folder = writeTree({ home: '', beats: '' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const command = `
    const fs = require('node:fs');
    fs.writeFileSync(${JSON.stringify(join(folder, 'home'))}, process.env.HOME);
    setInterval(() => fs.appendFileSync(${JSON.stringify(join(folder, 'beats'))}, '.'), 20);`;
  const script = `
    const { inFreshHome } = require(${JSON.stringify(join(__dirname, 'fresh-home'))});
    const { runCommand } = require(${JSON.stringify(join(__dirname, 'run-command'))});
    const { signal } = new AbortController();
    inFreshHome(({ work, env }) =>
      runCommand([process.execPath, '-e', ${JSON.stringify(command)}], { cwd: work, env, timeoutMs: 30_000, signal }));
    process.on('message', () => process.exit(7));`;
  const child = spawn(process.execPath, ['--require', '@swc-node/register', '-e', script], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return { child, read };
}

async function endRun(end: (child: ReturnType<typeof startRun>['child']) => void) {
  const { child, read } = startRun();
  const exit = once(child, 'exit');
  while (read('beats') === '' && child.exitCode === null) await sleep(20);
  end(child);
  const [code] = await exit;
  const beats = read('beats');
  await sleep(200);
  return { code, isHomeLeft: existsSync(read('home')), isStillBeating: read('beats') !== beats };
}

describe('a process with running commands', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends them and removes their homes on %s',
    async (signal) => {
      const code = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal];
      const ended = await endRun((child) => child.kill(signal));
      expect(ended).toEqual({ code, isHomeLeft: false, isStillBeating: false });
    },
    20_000,
  );

  it('does so when it is ended otherwise', async () => {
    const ended = await endRun((child) => child.send('end'));
    expect(ended).toEqual({ code: 7, isHomeLeft: false, isStillBeating: false });
  }, 20_000);
});

it('listens to signals only while there is something to clean up', () => {
  const before = process.listenerCount('SIGINT');
  const first = cleanUpAtExit(() => {});
  const second = cleanUpAtExit(() => {});
  first();
  first();
  expect(process.listenerCount('SIGINT')).toBe(before + 1);
  second();
  expect(process.listenerCount('SIGINT')).toBe(before);
});
