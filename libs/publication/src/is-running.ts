import { readFileSync } from 'node:fs';

/**
 * Whether a process other than this one has an id, and may still do something. One that was killed
 * may have had this id: in containers the next process often gets the same.
 */
export function isRunning(pid: number): boolean {
  // Zero and less stand for whole groups of processes.
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In a container whose first process waits for no other, what was killed there stays so for ever. */
function isZombie(pid: number): boolean {
  try {
    // The name of the program stands in brackets, and may have brackets in it.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
