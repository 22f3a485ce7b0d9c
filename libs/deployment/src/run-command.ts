import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { cleanUpAtExit, exitCodeOf, INTERRUPTIONS } from './clean-up-at-exit';
import { commandOutput } from './command-output';

/** What came of a command. */
export interface CommandRun {
  /** Null when it was killed or could not be started. */
  exitCode: number | null;
  /** The end of standard output and error, at most 64 KiB; or why it could not be started. */
  output: string;
  /** Whether anything that it said matches the pattern; true when there is none. */
  isMatched: boolean;
  /**
   * Why it did not come to its end: not found, not to be started, out of time, no longer wanted, or
   * ended by somebody else, as Nx ends all processes of a run.
   */
  stopped?: 'missing' | 'not-started' | 'timeout' | 'aborted' | 'interrupted';
}

/** Where and how a command runs. */
export interface CommandPlace {
  /** Absolute. */
  cwd: string;
  /** The whole environment; nothing is inherited. */
  env: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal;
  /** Looked for in all of the output, not only in what is kept of it. */
  pattern?: RegExp;
}

/** What was started may hold the pipes open for ever; what was said before comes at once. */
const REST_OF_OUTPUT_MS = 1000;

const HAS_GROUPS = process.platform !== 'win32';

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Runs a command without a shell, and ends it with all that it has started: when it has exited,
 * when its time is up, when the signal says so, and when this process ends. Never rejects.
 */
export function runCommand(command: readonly string[], place: CommandPlace): Promise<CommandRun> {
  const { timeoutMs, signal, pattern } = place;
  const output = commandOutput(pattern);
  let child: Child;
  try {
    child = start(command, place);
  } catch (error) {
    return Promise.resolve(notStarted(error as NodeJS.ErrnoException));
  }
  return new Promise((resolve) => {
    let exitCode: number | null = null;
    let stopped: CommandRun['stopped'];
    let rest: NodeJS.Timeout | undefined;
    const settle = (run: CommandRun) => {
      clearTimeout(timer);
      clearTimeout(rest);
      signal.removeEventListener('abort', abort);
      child.off('close', finish);
      endGroup(child);
      // A process that has left the group may hold them open.
      child.stdout.destroy();
      child.stderr.destroy();
      forget();
      resolve(run);
    };
    const finish = () => {
      const isMatched = pattern === undefined || output.isMatched();
      settle({ exitCode, output: output.end(), isMatched, ...(stopped ? { stopped } : {}) });
    };
    const stop = (why: 'timeout' | 'aborted') => {
      stopped ??= why;
      endGroup(child);
      rest ??= setTimeout(finish, REST_OF_OUTPUT_MS);
    };
    const abort = () => stop('aborted');
    const timer = setTimeout(() => stop('timeout'), timeoutMs);
    const forget = cleanUpAtExit(() => endGroup(child));
    signal.addEventListener('abort', abort, { once: true });
    child.stdout.on('data', output.reader());
    child.stderr.on('data', output.reader());
    child.on('error', (error) => settle(notStarted(error)));
    child.on('exit', (code, by) => {
      exitCode = code;
      if (isInterrupted(code, by)) stopped ??= 'interrupted';
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      rest ??= setTimeout(finish, REST_OF_OUTPUT_MS);
    });
    child.on('close', finish);
    if (signal.aborted) abort();
  });
}

function start([file = '', ...args]: readonly string[], { cwd, env }: CommandPlace): Child {
  return spawn(file, args, {
    cwd,
    env,
    shell: false,
    detached: HAS_GROUPS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A command may also catch the signal, and tell it as shells do. */
function isInterrupted(code: number | null, by: NodeJS.Signals | null): boolean {
  return INTERRUPTIONS.some((signal) => by === signal || code === exitCodeOf(signal));
}

function notStarted({ code, message }: NodeJS.ErrnoException): CommandRun {
  const stopped = code === 'ENOENT' ? 'missing' : 'not-started';
  return { exitCode: null, output: message, isMatched: false, stopped };
}

function endGroup(child: Child): void {
  try {
    if (HAS_GROUPS && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // All of it has ended by itself.
  }
}
