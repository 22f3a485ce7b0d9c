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

interface MeasureOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Do not wait for, and do not count, what the command leaves running, such as a daemon. */
  leaveRunning?: boolean;
}

/**
 * Runs a command and measures it with every process below it.
 *
 * @throws Error when the command fails, with its output
 */
export function measure(command: readonly string[], options: MeasureOptions): Cost {
  const { cwd, env = process.env, leaveRunning = false } = options;
  const folder = mkdtempSync(join(tmpdir(), 'cost-'));
  const file = join(folder, 'cost');
  try {
    const script = join(__dirname, 'process-cost.pl');
    const run = spawnSync('perl', [script, file, leaveRunning ? 'leave' : 'wait', ...command], {
      cwd,
      env,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    });
    if (run.error) throw new Error(`perl cannot be run: ${run.error.message}`);
    if (run.status !== 0) {
      throw new Error(`This command failed: ${command.join(' ')}\n${run.stdout}\n${run.stderr}`);
    }
    const [user = 0, system = 0, wall = 0, kilobytes = 0] = readFileSync(file, 'utf8')
      .trim()
      .split(' ')
      .map(Number);
    return { cpu: user + system, wall, memory: kilobytes / 1024 };
  } finally {
    rmSync(folder, { recursive: true });
  }
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
