import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { cleanEnv } from './clean-env';
import { installedPackage } from './install-package';

export interface CliRun {
  /** Null when it was killed. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A run of the command line, while servers of this process answer. */
export interface StartedCli {
  ended: Promise<CliRun>;
  isRunning(): boolean;
  kill(): void;
}

/** Starts the command line of the packed plugin. */
export function startCli(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): StartedCli {
  const child = spawn(process.execPath, [join(installedPackage(), 'dist/cli.js'), ...args], {
    cwd,
    env: cleanEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => resolve({ status, stdout, stderr }));
    }),
  };
}

/** `startCli`, to its end. */
export const runCli = (cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  startCli(cwd, args, env).ended;
