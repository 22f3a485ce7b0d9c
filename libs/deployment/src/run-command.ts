import { spawn } from 'node:child_process';

/** What came of a command. */
export interface CommandRun {
  /** Null when it was killed or could not be started. */
  exitCode: number | null;
  /** The end of standard output and error, at most 64 KiB. */
  output: string;
  /** Why there is no exit code: not found, or out of time. */
  stopped?: 'missing' | 'timeout';
}

/** Where and how a command runs. */
export interface CommandPlace {
  /** Absolute. */
  cwd: string;
  /** The whole environment; nothing is inherited. */
  env: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal;
}

const MAX_OUTPUT = 64 * 1024;

/** Runs a command without a shell and ends it with all that it has started. Never rejects. */
export function runCommand(command: readonly string[], place: CommandPlace): Promise<CommandRun> {
  const { cwd, env, timeoutMs, signal } = place;
  const [file = '', ...args] = command;
  const ownGroup = process.platform !== 'win32';
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env,
      shell: false,
      detached: ownGroup,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let stopped: CommandRun['stopped'];
    const kill = () => {
      stopped = 'timeout';
      try {
        if (ownGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // It has just ended by itself.
      }
      // A process that left the group may hold the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = setTimeout(kill, timeoutMs);
    signal.addEventListener('abort', kill, { once: true });
    const keep = (chunk: Buffer) => {
      output = `${output}${chunk.toString('utf8')}`.slice(-MAX_OUTPUT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const settle = (exitCode: number | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      resolve({ exitCode, output, ...(stopped === undefined ? {} : { stopped }) });
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      output += error.message;
      if (error.code === 'ENOENT' || error.code === 'EACCES') stopped = 'missing';
      settle(null);
    });
    child.on('close', settle);
    if (signal.aborted) kill();
  });
}
