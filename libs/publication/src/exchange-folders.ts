import { spawnSync } from 'node:child_process';

/** The number of the system call renameat2 on Linux, by processor. */
const RENAMEAT2: Partial<Record<NodeJS.Architecture, number>> = { x64: 316, arm64: 276 };

const AT_FDCWD = -100;
const RENAME_EXCHANGE = 2;

/**
 * Exchanges two existing folders in one step of the file system. Node has no call for that, and two
 * renames would leave a moment without the folder, so that Perl, which every Linux with git has, or
 * a recent `mv` makes the system call.
 *
 * @returns whether the folders were exchanged; if not, nothing has changed
 */
export function exchangeFolders(a: string, b: string): boolean {
  if (process.platform !== 'linux') return false;
  const call = RENAMEAT2[process.arch];
  if (call !== undefined) {
    const script = `exit(syscall(${call}, ${AT_FDCWD}, $ARGV[0], ${AT_FDCWD}, $ARGV[1], ${RENAME_EXCHANGE}) == 0 ? 0 : 1)`;
    if (succeeds('perl', ['-e', script, a, b])) return true;
  }
  return succeeds('mv', ['--exchange', '--no-target-directory', a, b]);
}

function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
