import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SCRATCH } from './packed-plugin';

/**
 * Brings a package of npm that only the tests use into a folder of its own, unless it is there
 * already. The version is exact, so that a release elsewhere cannot break the tests, but for Node.
 *
 * @returns the absolute path of the package's folder
 */
export function installTool(name: string, version: string): string {
  const prefix = join(SCRATCH, 'tools', `${name.replace('/', '+')}@${version}`);
  if (!existsSync(prefix)) {
    const unfinished = `${prefix}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    execFileSync(
      'npm',
      [
        'install',
        '--prefix',
        unfinished,
        '--no-audit',
        '--no-fund',
        '--save-exact',
        `${name}@${version}`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    if (existsSync(prefix)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, prefix);
  }
  return join(prefix, 'node_modules', name);
}
