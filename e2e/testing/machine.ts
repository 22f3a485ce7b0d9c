import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCRATCH } from './packed-plugin';
import { installInto, nxEnv, openWorkspace, type Workspace } from './workspace';

export interface ShellRun {
  status: number;
  /** Standard output and error, without colours. */
  output: string;
}

/** A machine of a CI: a fresh clone in a folder of its own, with an empty cache. */
export interface Machine extends Workspace {
  /** Runs commands while servers of this process answer; ends with the first that fails. */
  shell(commands: string, env?: NodeJS.ProcessEnv): Promise<ShellRun>;
  /** The tasks of the last run of Nx, by id. */
  tasks(): Record<string, TaskRun>;
}

export interface TaskRun {
  /** The key of the task in every cache. */
  hash: string;
  /** Such as `remote-cache-hit`. */
  cacheStatus: string;
}

/** Clones what is committed in a workspace. */
export function cloneOnto(origin: Workspace): Machine {
  const root = join(mkdtempSync(join(SCRATCH, 'machine-')), 'clone');
  execFileSync('git', ['clone', '--quiet', origin.root, root]);
  installInto(root);
  return {
    ...openWorkspace(root),
    shell: (commands, env) => runShell(root, commands, env),
    tasks: () => readTasks(root),
  };
}

function runShell(
  root: string,
  commands: string,
  extra: NodeJS.ProcessEnv = {},
): Promise<ShellRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', commands], {
      cwd: root,
      env: nxEnv(root, { NO_COLOR: '1', ...extra }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      output += data;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

function readTasks(root: string): Record<string, TaskRun> {
  const { tasks }: { tasks: (TaskRun & { taskId: string })[] } = JSON.parse(
    readFileSync(join(root, '.nx', 'cache', 'run.json'), 'utf8'),
  );
  return Object.fromEntries(
    tasks.map(({ taskId, hash, cacheStatus }) => [taskId, { hash, cacheStatus }]),
  );
}
