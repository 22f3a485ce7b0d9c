import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { NX_BIN, nxEnv } from './workspace';

/** A run of Nx in a process group of its own. */
export interface GroupRun {
  /** The exit code of Nx, or null when it was killed. */
  ended: Promise<number | null>;
  isRunning(): boolean;
  /** Kills Nx and all that it started. */
  kill(): void;
}

/** Starts Nx in a workspace, as the leader of a new process group. */
export function startNx(root: string, args: readonly string[]): GroupRun {
  const child: ChildProcess = spawn(process.execPath, [NX_BIN, ...args], {
    cwd: root,
    env: nxEnv(root),
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    ended,
    isRunning,
    kill: () => {
      if (child.pid === undefined || !isRunning()) return;
      process.kill(-child.pid, 'SIGKILL');
      // Nx loads plugins in groups of their own, which would wait half a minute for it.
      for (const pid of processesIn(root)) killIfThere(pid);
    },
  };
}

/**
 * Waits until no process works in a folder any more.
 *
 * @throws Error when one is still there after 20 seconds
 */
export async function untilQuiet(root: string): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 5) {
    if (processesIn(root).length === 0) return;
    await sleep(5);
  }
  throw new Error(`The processes ${processesIn(root).join(', ')} still work in ${root}.`);
}

/** The ids of the processes whose working folder is the given one or lies in it. */
function processesIn(root: string): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => worksIn(id, root)).map(Number);
}

function worksIn(pid: string, root: string): boolean {
  try {
    const folder = readlinkSync(`/proc/${pid}/cwd`);
    return folder === root || folder.startsWith(`${root}/`);
  } catch {
    // It has ended, or belongs to somebody else.
    return false;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was in the group.
  }
}
