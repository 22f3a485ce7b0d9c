import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cost } from './measure';

/** How much a daemon has cost since it was started. */
export interface DaemonReading {
  pid: number;
  /** Seconds of user and system time, with its plugin workers. */
  cpu: number;
  /** The largest resident set that it or one of its workers ever had, in MB. */
  memory: number;
}

interface ProcessStat {
  pid: number;
  parent: number;
  /** With the children that it has waited for, in clock ticks. */
  ticks: number;
}

/** The kernel reports times in hundredths of a second on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Reads what the daemon of Nx has cost, or undefined when none runs in the workspace. */
export function readDaemon(workspaceData: string): DaemonReading | undefined {
  let pid: number;
  try {
    const file = readFileSync(join(workspaceData, 'd/server-process.json'), 'utf8');
    pid = JSON.parse(file).processId;
  } catch {
    return undefined;
  }
  const all = readStats();
  const tree = all.filter((stat) => stat.pid === pid);
  if (tree.length === 0) return undefined;
  // Grows while it is walked: the children of every process that was found.
  for (const { pid: parent } of tree) tree.push(...all.filter((stat) => stat.parent === parent));
  return {
    pid,
    cpu: tree.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND,
    memory: Math.max(...tree.map((stat) => peakMemory(stat.pid))),
  };
}

/** Waits until a daemon no longer works on the changes that it was told of, and reads its cost. */
export function settledDaemon(workspaceData: string): DaemonReading | undefined {
  let last = readDaemon(workspaceData);
  for (let quiet = 0, waited = 0; quiet < 3 && waited < 100; waited += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    const now = readDaemon(workspaceData);
    quiet = now?.cpu === last?.cpu ? quiet + 1 : 0;
    last = now;
  }
  return last;
}

/** The cost of a client together with what the daemon did in the meantime. */
export function withDaemon(
  client: Cost,
  before: DaemonReading | undefined,
  after: DaemonReading | undefined,
): Cost {
  if (!after) return client;
  const earlier = before?.pid === after.pid ? before.cpu : 0;
  return {
    cpu: client.cpu + after.cpu - earlier,
    wall: client.wall,
    memory: Math.max(client.memory, after.memory),
  };
}

function readStats(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = readProc(pid, 'stat');
      if (stat === undefined) return [];
      // The command before it is in brackets and may contain anything.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
      return [{ pid: Number(pid), parent: fields[1] ?? 0, ticks }];
    });
}

function peakMemory(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readProc(String(pid), 'status') ?? '')?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

function readProc(pid: string, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended.
    return undefined;
  }
}
