import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a command cost, with all processes that it started. */
export interface Cost {
  /** User and system time, in seconds. */
  cpu: number;
  /** In seconds. Depends on what else the machine does. */
  wall: number;
  /** The largest resident set of any one of its processes, in MB. */
  memory: number;
}

const GNU_TIME = '/usr/bin/time';

/**
 * Runs a command and measures it with GNU time, which counts every process that was waited for.
 *
 * @throws Error when the command fails, with its output
 */
export function measure(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Cost {
  const folder = mkdtempSync(join(tmpdir(), 'cost-'));
  const file = join(folder, 'cost');
  const timed = ['-q', '-f', '%U %S %e %M', '-o', file, ...command];
  const run = spawnSync(GNU_TIME, timed, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.error) throw new Error(`${GNU_TIME} cannot be run; install GNU time.`);
  if (run.status !== 0) throw new Error(`${command.join(' ')}\n${run.stdout}\n${run.stderr}`);
  const [user = 0, system = 0, wall = 0, kilobytes = 0] = readFileSync(file, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  rmSync(folder, { recursive: true });
  return { cpu: user + system, wall, memory: kilobytes / 1024 };
}

/** The middle of some costs, each part on its own. */
export function medianCost(costs: readonly Cost[]): Cost {
  const middle = (part: keyof Cost) => {
    const sorted = costs.map((cost) => cost[part]).sort((a, b) => a - b);
    const [low = 0, high = 0] = [Math.floor, Math.ceil].map(
      (round) => sorted[round((sorted.length - 1) / 2)],
    );
    return (low + high) / 2;
  };
  return { cpu: middle('cpu'), wall: middle('wall'), memory: middle('memory') };
}
