import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import type { RuleSettings } from '@nx-agent-skills/skill';
import { rebuildSkills } from '../git/rebuild-skills';
import { PublicationError } from '../publication-error';
import { storedFile, writeWhole } from './snapshot-store';

/** How artifacts of a release are found that are not stored with it. */
export interface RebuildOptions {
  /** Absolute, in the git repository whose tags name the releases. */
  workspaceRoot: string;
  /** Absolute: where rebuilt artifacts are kept. Need not exist, and is not to be committed. */
  folder: string;
  /** The tag of a release, with `{version}` in it. */
  tag: string;
  rules: RuleSettings['rules'];
}

/** Where the bytes of an artifact lie, or why they are not there. */
export type StoredArtifact = { file: string } | { fault: string };

/** Finds artifacts by their digests. */
export interface ArtifactStore {
  /** @param wanted names by digest of all that a release has */
  find(version: string, wanted: ReadonlyMap<string, string>): Map<string, StoredArtifact>;
}

/**
 * The artifacts of all releases of a folder. What is stored is hashed; what is not is taken from an
 * earlier rebuild or from the artifacts of today, or is built anew from the release's tag. Whatever
 * the source, only bytes of the right digest count.
 *
 * @param folder absolute: the snapshots
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
        missing.size === 0 || !rebuild ? undefined : tryRebuild(version, missing, rebuild);
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

const absent = (digest: string, fault = ''): StoredArtifact => ({
  fault: `is missing: there is no ${storedFile(digest)}${fault}`,
});

/** Keeps the artifacts that a tag gives for the digests; says what is wrong if that fails. */
function tryRebuild(
  version: string,
  missing: ReadonlyMap<string, string>,
  { workspaceRoot, folder, tag, rules }: RebuildOptions,
): string | undefined {
  const revision = `refs/tags/${tag.replaceAll('{version}', version)}`;
  const names = new Set(missing.values());
  try {
    const search = { roots: ['.'], exclude: [] };
    const settings = { strict: false, rules };
    const isWanted = (name: string | undefined) => name !== undefined && names.has(name);
    const rebuilt = rebuildSkills(workspaceRoot, revision, search, settings, isWanted);
    for (const [digest, bytes] of rebuilt.flatMap(({ artifacts }) => [...artifacts])) {
      if (missing.has(digest)) writeWhole(join(folder, storedFile(digest)), bytes);
    }
    return `, and ${revision} gives other bytes`;
  } catch (error) {
    if (!(error instanceof PublicationError)) throw error;
    const [reason = ''] = error.message.split('\n');
    return `, and it cannot be built from ${revision} (${reason})`;
  }
}
