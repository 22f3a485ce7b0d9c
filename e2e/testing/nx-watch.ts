import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { nxEnv } from './workspace';

/** A terminal in which `nx watch` runs. */
export interface NxWatch {
  /** All that was printed so far. */
  output(): string;
  /** Asks again until there is an answer, as long as Nx runs, for a minute. */
  until<T>(ask: () => T | undefined): Promise<T>;
  /** Interrupts as Ctrl+C does, which reaches Nx and all that it has started in the terminal. */
  interrupt(): Promise<void>;
}

/** Starts a command with `nx watch` as one types it, and waits until it watches. */
export async function startWatch(
  root: string,
  command: string,
  env: NodeJS.ProcessEnv,
): Promise<NxWatch> {
  const run: ChildProcess = spawn('sh', ['-c', command.replace('nx watch', 'nx watch --verbose')], {
    cwd: root,
    env: nxEnv(root, env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream?.on('data', (data) => {
      output += data;
    });
  }
  const isRunning = () => run.exitCode === null && run.signalCode === null;
  const closed = new Promise<void>((resolve) => run.once('close', () => resolve()));
  const watch: NxWatch = {
    output: () => output,
    until: async (ask) => {
      for (let attempt = 0; attempt < 600 && isRunning(); attempt += 1) {
        const answer = ask();
        if (answer !== undefined) return answer;
        await sleep(100);
      }
      throw new Error(`There was no answer.\n${output}`);
    },
    interrupt: async () => {
      if (run.pid !== undefined && isRunning()) process.kill(-run.pid, 'SIGINT');
      await closed;
    },
  };
  try {
    await watch.until(() => output.includes('watch process waiting') || undefined);
  } catch (error) {
    await watch.interrupt();
    throw error;
  }
  return watch;
}

/** The files whose changes made Nx run the command, sorted. */
export function changesOf(watch: NxWatch): string[] {
  const runs = [...watch.output().matchAll(/"NX_FILE_CHANGES":"([^"]+)"/g)];
  return [...new Set(runs.flatMap(([, files = '']) => files.split(' ')))].sort();
}
