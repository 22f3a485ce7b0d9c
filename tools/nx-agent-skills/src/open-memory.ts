import { join } from 'node:path';
import { keepMemoryIn } from '@nx-agent-skills/skill/layout';
import { workspaceDataDirectory } from 'nx/src/utils/cache-directory';

/** Set by the build to a digest of all code. */
declare const BUILD_ID: string | undefined;

/**
 * Keeps what was found out about skills beside Nx's own data, for this very build and Node. From
 * source there is no build, and code may change from one run to the next: then nothing is kept.
 */
export function openMemory(): void {
  if (typeof BUILD_ID === 'undefined') return;
  keepMemoryIn(
    join(workspaceDataDirectory, 'nx-agent-skills', `${BUILD_ID}-node-${process.versions.node}`),
  );
}
