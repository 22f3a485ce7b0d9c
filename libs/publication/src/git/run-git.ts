import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { escapeHidden } from '@nx-agent-skills/skill';

/** Larger than any list of files that could be used here, in bytes. */
const MAX_OUTPUT = 2 ** 30;

/** What git has answered. */
export interface GitAnswer {
  /** Undefined when git did not run to its end. */
  status: number | undefined;
  output: Buffer;
  /** What git complains of, in half a sentence; empty when of nothing. */
  complaint: string;
  isInstalled: boolean;
}

/**
 * Runs git in a folder, without a shell. Nothing of the repository is started, whatever its
 * configuration names: no command that is used here checks out files, so that no hook, filter or
 * attribute has a say, and what a partial clone lacks is not fetched.
 *
 * @param folder absolute
 * @param args a command that reads objects, references or the index, with its arguments
 */
export function runGit(folder: string, args: readonly string[], input?: Buffer): GitAnswer {
  const { status, stdout, stderr, error } = spawnSync(
    'git',
    // What reads the index would start the monitor that a configuration names.
    ['--literal-pathspecs', '--no-replace-objects', '-c', 'core.fsmonitor=false', ...args],
    {
      cwd: folder,
      env: gitEnvironment(),
      maxBuffer: MAX_OUTPUT,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(input ? { input } : {}),
    },
  );
  return {
    status: error ? undefined : (status ?? undefined),
    output: stdout ?? Buffer.alloc(0),
    complaint: complaintOf(`${stderr ?? ''}`) || (error?.message ?? ''),
    isInstalled: (error as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT',
  };
}

/**
 * What git sets for the hooks that it runs, and that lead to another repository than the one that a
 * folder lies in (git rev-parse --local-env-vars, but for the settings of who has started us).
 */
const OF_ANOTHER_REPOSITORY = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_NAMESPACE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);

function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !OF_ANOTHER_REPOSITORY.has(name));
  return {
    ...Object.fromEntries(kept),
    // The second is for versions of git that do not know the first: no transport is allowed.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_GRAFT_FILE: devNull,
    // Its complaints are read.
    LC_ALL: 'C',
    LANGUAGE: 'C',
  };
}

const MAX_LINES = 3;
const MAX_COMPLAINT = 400;

/** The faults that git names, on one line, without passwords in URLs. */
function complaintOf(stderr: string): string {
  const faults = stderr.split('\n').filter((line) => /^(?:fatal|error): /.test(line));
  const text = faults
    .slice(0, MAX_LINES)
    .map((line) => escapeHidden(line).trim())
    .join('; ')
    .replace(/\/\/[^/@\s]+@/g, '//***@');
  return text.length > MAX_COMPLAINT ? `${text.slice(0, MAX_COMPLAINT)}…` : text;
}
