import { constants } from 'node:os';

/** The signals by which people and tools end a process. */
export const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const cleanups = new Set<() => void>();

/**
 * Registers what has to be done should the process end early, by a signal or otherwise: commands
 * run in groups of their own, which no signal of a terminal reaches. While anything is registered,
 * a signal ends the process with 128 and its number, as shells tell it.
 *
 * @param cleanup synchronous, does not throw; the last registered is called first
 * @returns takes it back
 */
export function cleanUpAtExit(cleanup: () => void): () => void {
  if (cleanups.size === 0) {
    process.on('exit', cleanUp);
    for (const signal of INTERRUPTIONS) process.on(signal, leave);
  }
  cleanups.add(cleanup);
  return () => {
    if (!cleanups.delete(cleanup) || cleanups.size > 0) return;
    process.off('exit', cleanUp);
    for (const signal of INTERRUPTIONS) process.off(signal, leave);
  };
}

function cleanUp(): void {
  for (const cleanup of [...cleanups].reverse()) cleanup();
}

function leave(signal: NodeJS.Signals): void {
  process.exit(exitCodeOf(signal));
}

/** How shells tell that a signal has ended a process. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
