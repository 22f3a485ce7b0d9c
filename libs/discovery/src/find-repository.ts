import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRepository, type Repository } from './repository';

/**
 * The git repository that skills can be installed from: as configured, else "repository" in
 * package.json, else the remote "origin". Undefined when none of them names one.
 *
 * @param workspaceRoot absolute
 * @param configured the publisher's option
 */
export function findRepository(workspaceRoot: string, configured?: string): Repository | undefined {
  if (configured !== undefined) return parseRepository(configured);
  const inPackage = repositoryInPackageJson(workspaceRoot);
  const value = inPackage ?? remoteOrigin(workspaceRoot);
  return value === undefined ? undefined : parseRepository(value);
}

function repositoryInPackageJson(workspaceRoot: string): string | undefined {
  try {
    const { repository } = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8'));
    const value: unknown = repository?.url ?? repository;
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function remoteOrigin(workspaceRoot: string): string | undefined {
  try {
    return execFileSync('git', ['remote', 'get-url', 'origin'], {
      cwd: workspaceRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
