import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isRunning } from './is-running';

/** A shell that starts a process, ends it, and never asks how it ended. */
const PARENT = 'sleep 60 & echo $!; kill -9 $!; exec sleep 60';

describe('a process that may still do something', () => {
  it('is another one that runs', () => {
    expect(isRunning(process.ppid)).toBe(true);
    expect(isRunning(1)).toBe(true);
  });

  it.each([0, -1, Number.NaN, 999_999_999])('is not %d', (pid) => {
    expect(isRunning(pid)).toBe(false);
  });

  it('is not this one, which looks for what others have left', () => {
    expect(isRunning(process.pid)).toBe(false);
  });

  it('is not one that has ended', () => {
    expect(isRunning(spawnSync('true').pid)).toBe(false);
  });

  (existsSync('/proc/self/stat') ? it : it.skip)(
    'is not one that nobody has waited for',
    async () => {
      const parent = spawn('sh', ['-c', PARENT], { stdio: ['ignore', 'pipe', 'ignore'] });
      const [output] = await once(parent.stdout, 'data');
      const pid = Number(output);
      const end = Date.now() + 5000;
      while (isRunning(pid) && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
      // It has its id still.
      expect([process.kill(pid, 0), isRunning(pid)]).toEqual([true, false]);
      parent.kill('SIGKILL');
    },
  );
});
