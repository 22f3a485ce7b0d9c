import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanEnv } from './clean-env';
import { SCRATCH, TEMPLATE } from './packed-plugin';

/** Files by path; `null` removes one. */
export type Files = Record<string, string | Buffer | null>;

export interface NxRun {
  status: number | null;
  /** Standard output and error. */
  output: string;
  /** By task id, for the tasks that were run or taken from the cache. */
  tasks: Record<string, 'ran' | 'cached' | 'failed' | 'skipped'>;
  /** Ids of the tasks that were not taken from the cache, sorted. */
  ran: string[];
}

/** A real git workspace with Nx and the packed plugin, in a folder of its own. */
export interface Workspace {
  root: string;
  write(files: Files): void;
  read(path: string): string;
  nx(args: string[], env?: NodeJS.ProcessEnv): NxRun;
  git(...args: string[]): string;
  commit(message: string): void;
}

export const ORIGIN = 'https://skills.acme.example';

/** A valid SKILL.md. */
export function skillMd(name: string, body = `How to ${name}.`): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use it when ${name} is asked for.\n---\n\n${body}\n`;
}

/** Makes a workspace with these files and the given plugin options, and commits it. */
export function createWorkspace(files: Files, options: Record<string, unknown> = {}): Workspace {
  mkdirSync(SCRATCH, { recursive: true });
  const workspace = openWorkspace(mkdtempSync(join(SCRATCH, 'workspace-')));
  installInto(workspace.root);
  workspace.write({
    '.gitignore': 'node_modules\ndist\n.nx\n',
    'nx.json': nxJson(options),
    ...files,
  });
  workspace.git('init', '--quiet', '--initial-branch=main');
  workspace.git('config', 'user.name', 'Acme');
  workspace.git('config', 'user.email', 'skills@acme.example');
  workspace.commit('Begin');
  return workspace;
}

/** An nx.json that registers the plugin. */
export function nxJson(options: Record<string, unknown> = {}): string {
  return JSON.stringify({
    neverConnectToCloud: true,
    analytics: false,
    defaultProject: '@agent-skills/index',
    plugins: [{ plugin: 'nx-agent-skills/plugin', options: { origin: ORIGIN, ...options } }],
  });
}

/** Copies what the template has installed; files in node_modules are shared as hard links. */
export function installInto(root: string): void {
  for (const file of ['package.json', 'package-lock.json', 'nx-agent-skills.tgz']) {
    cpSync(join(TEMPLATE, file), join(root, file));
  }
  execFileSync('cp', ['-al', join(TEMPLATE, 'node_modules'), join(root, 'node_modules')]);
}

/** The workspace that lies in a folder. */
export function openWorkspace(root: string): Workspace {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return {
    root,
    git,
    write: (files) => writeFiles(root, files),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    nx: (args, env) => runNx(root, args, env),
    commit: (message) => {
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', message);
    },
  };
}

function writeFiles(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    if (content === null) {
      rmSync(file, { recursive: true });
    } else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}

/** The environment in which Nx runs in a workspace: its cache and data lie in the workspace. */
export function nxEnv(root: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return cleanEnv({
    NX_CACHE_DIRECTORY: join(root, '.nx', 'cache'),
    NX_WORKSPACE_DATA_DIRECTORY: join(root, '.nx', 'workspace-data'),
    ...extra,
  });
}

/** The file that starts Nx, for a Node of one's choice. */
export const NX_BIN = 'node_modules/nx/dist/bin/nx.js';

function runNx(root: string, args: string[], extra: NodeJS.ProcessEnv = {}): NxRun {
  const env = nxEnv(root, extra);
  const runFile = join(root, '.nx', 'cache', 'run.json');
  rmSync(runFile, { force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [NX_BIN, ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const tasks = readTasks(runFile);
  const ran = Object.keys(tasks).filter((id) => tasks[id] !== 'cached');
  return { status, output: `${stdout}\n${stderr}`, tasks, ran: ran.sort() };
}

interface RunFile {
  tasks: { taskId: string; cacheStatus: string; status: number }[];
}

function readTasks(runFile: string): NxRun['tasks'] {
  let run: RunFile;
  try {
    run = JSON.parse(readFileSync(runFile, 'utf8'));
  } catch {
    return {};
  }
  return Object.fromEntries(
    run.tasks.map(({ taskId, cacheStatus, status }) => {
      if (cacheStatus !== 'cache-miss') return [taskId, 'cached'];
      return [taskId, status === 0 ? 'ran' : 'failed'];
    }),
  );
}
