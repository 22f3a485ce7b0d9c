import { join } from 'node:path';
import { keepMemoryIn } from '@nx-agent-skills/skill/layout';
import { workspaceDataDirectory } from 'nx/src/utils/cache-directory';
import { buildId } from './build-id';

/**
 * Keeps what was found out about skills beside Nx's own data, for this very build and Node. From
 * source there is no build, and code may change from one run to the next: then nothing is kept.
 */
export function openMemory(): void {
  if (buildId === undefined) return;
  keepMemoryIn(
    join(workspaceDataDirectory, 'nx-agent-skills', `${buildId}-node-${process.versions.node}`),
  );
}
