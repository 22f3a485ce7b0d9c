import { createInterface } from 'node:readline';
import { print } from '../messages/print';
import { startNx } from './run-nx';

/** What `nx watch` prints for us when a file of the workspace has changed. */
const CHANGED = 'nx-agent-skills: changed';

export interface Watch {
  isWatching(): boolean;
  /** When Nx has stopped to watch, or could not begin. */
  ended: Promise<void>;
  stop(): void;
}

/**
 * Calls back after every change in the workspace, one call after the other however fast changes
 * come, and once more after the last.
 */
export function watchWorkspace(root: string, onChange: () => Promise<void>): Watch {
  const nx = startNx(root, [
    'watch',
    '--all',
    // A new skill below a root other than the first belongs to no project yet.
    '--includeGlobalWorkspaceFiles',
    '--',
    'echo',
    CHANGED,
  ]);
  let isRunning = false;
  let isWanted = false;
  let isStopping = false;
  const changed = async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted && !isStopping) {
      isWanted = false;
      await onChange();
    }
    isRunning = false;
  };
  if (nx.stdout) {
    createInterface({ input: nx.stdout }).on('line', (line) => {
      if (line.includes(CHANGED)) void changed();
    });
  }
  let isWatching = true;
  const ended = new Promise<void>((resolve) => {
    nx.once('exit', () => {
      isWatching = false;
      if (isStopping) return resolve();
      const reason = 'Nx does not watch (its daemon is off): changes are not published.\n';
      void print(reason).then(resolve);
    });
  });
  return {
    isWatching: () => isWatching,
    ended,
    stop: () => {
      isStopping = true;
      nx.kill();
    },
  };
}
