import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { whyUnlike } from '../git/why-unlike';
import { PublicationError } from '../publication-error';
import { type RebuildOptions, rebuildArtifacts, revisionOf } from './rebuild-artifacts';
import { storedFile, writeWhole } from './snapshot-store';

/** Where the bytes of an artifact lie, or why they are not there. */
export type StoredArtifact = { file: string } | { fault: string };

/** Finds artifacts by their digests. */
export interface ArtifactStore {
  /** @param wanted names by digest of all that a release has */
  find(version: string, wanted: ReadonlyMap<string, string>): Map<string, StoredArtifact>;
}

/**
 * The artifacts of all releases of a folder. What is stored is hashed. What is not is taken from
 * the artifacts of today or from an earlier rebuild, or is built anew from the release's tag, where
 * that is wanted. Whatever the source, only bytes of the right digest count.
 *
 * @param folder absolute: the snapshots
 * @param rebuild undefined when all artifacts are to be stored
 * @param today files of other artifacts by their digests, which were verified
 */
export function artifactStore(
  folder: string,
  rebuild?: RebuildOptions,
  today: ReadonlyMap<string, string> = new Map(),
): ArtifactStore {
  const known = new Map<string, StoredArtifact>();
  const find = (digest: string): StoredArtifact | undefined => {
    const found = known.get(digest) ?? stored(folder, digest) ?? kept(rebuild, digest);
    const file = today.get(digest);
    if (found) known.set(digest, found);
    return found ?? (file === undefined ? undefined : { file });
  };
  return {
    find: (version, wanted) => {
      const digests = [...wanted.keys()];
      const missing = new Map([...wanted].filter(([digest]) => !find(digest)));
      const fault =
        rebuild && missing.size > 0 ? tryRebuild(version, missing, rebuild) : NOT_REBUILT;
      return new Map(digests.map((digest) => [digest, find(digest) ?? absent(digest, fault)]));
    },
  };
}

function stored(folder: string, digest: string): StoredArtifact | undefined {
  const file = join(folder, storedFile(digest));
  if (!existsSync(file)) return undefined;
  const found = digestOf(readFileSync(file));
  return found === digest
    ? { file }
    : { fault: `has the digest ${found} in ${storedFile(digest)}` };
}

/** What is kept can be built again, and is when it is damaged. */
function kept(rebuild: RebuildOptions | undefined, digest: string): StoredArtifact | undefined {
  const found = rebuild && stored(rebuild.folder, digest);
  return found && 'file' in found ? found : undefined;
}

/** For those who have frozen with digests alone, and publish without. */
const NOT_REBUILT = ', and snapshotArtifacts is not "rebuilt" (--digests-only)';

const absent = (digest: string, fault: string): StoredArtifact => ({
  fault: `is missing: there is no ${storedFile(digest)}${fault}`,
});

/** Keeps the artifacts that a tag gives for the digests; says what is wrong if that fails. */
function tryRebuild(
  version: string,
  missing: ReadonlyMap<string, string>,
  rebuild: RebuildOptions,
): string {
  const revision = revisionOf(version, rebuild.tag);
  try {
    const rebuilt = rebuildArtifacts(revision, new Set(missing.values()), rebuild);
    for (const [digest, bytes] of rebuilt) {
      if (missing.has(digest)) writeWhole(join(rebuild.folder, storedFile(digest)), bytes);
    }
    if ([...missing.keys()].every((digest) => rebuilt.has(digest))) return '';
    const causes = whyUnlike(rebuild.workspaceRoot, revision);
    const because = causes.length > 0 ? ` (${causes.join('; ')})` : '';
    return `, and ${revision} gives other bytes${because}`;
  } catch (error) {
    if (!(error instanceof PublicationError)) throw error;
    const reason = error.message.replace(/\.?\n\s*Fix: /, '; ').replace(/\.$/, '');
    return `, and it cannot be built from ${revision} (${reason})`;
  }
}
