import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const isThere = (program: string) =>
  spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;

/**
 * Makes sure that a program is there, and brings it from Debian where this process may install it.
 *
 * @returns why it is not there; undefined when it is
 */
export function needProgram(program: string, debianPackage: string): string | undefined {
  if (isThere(program)) return undefined;
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    return `${program} is not installed, and may not be installed here`;
  }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  apt('update', '--quiet');
  apt('install', '--yes', '--no-install-recommends', debianPackage);
  return isThere(program)
    ? undefined
    : `the Debian package ${debianPackage} could not be installed`;
}
