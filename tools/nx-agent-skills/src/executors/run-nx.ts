import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Starts Nx anew in the workspace, as from a terminal: what Nx sets for its own tasks is not passed
 * on. Standard output can be read, errors go to the terminal.
 */
export function startNx(workspaceRoot: string, args: readonly string[]): ChildProcess {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^NX_(TASK|FORWARD|STREAM|PREFIX|TERMINAL|SET_CLI|BATCH)/.test(name),
    ),
  );
  return spawn(process.execPath, [nxProgram(workspaceRoot), ...args], {
    cwd: workspaceRoot,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function nxProgram(workspaceRoot: string): string {
  const manifest = require.resolve('nx/package.json', { paths: [workspaceRoot] });
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin.nx);
}
