import { join } from 'node:path';
import type { SnapshotPlaces } from '@nx-agent-skills/publication';
import type { RuleSettings } from '@nx-agent-skills/skill';

/** What the publisher says about snapshots. */
export interface SnapshotSettings {
  snapshotsDir: string;
  buildDir: string;
  /** Whether they hold their artifacts, or only digests. */
  snapshotArtifacts?: 'stored' | 'rebuilt';
  /** The tag of a release, with {version} in it. */
  snapshotTag?: string;
  rules?: RuleSettings['rules'];
}

/** Where the snapshots of a workspace lie, all artifacts with them if that is what was chosen. */
export function publishedPlaces(workspaceRoot: string, settings: SnapshotSettings): SnapshotPlaces {
  const places = snapshotPlaces(workspaceRoot, settings);
  return settings.snapshotArtifacts === 'rebuilt' ? places : { folder: places.folder };
}

/** Where the snapshots of a workspace lie, and how artifacts are found that are not stored there. */
export function snapshotPlaces(
  workspaceRoot: string,
  { snapshotsDir, buildDir, snapshotTag = 'v{version}', rules = {} }: SnapshotSettings,
): SnapshotPlaces {
  return {
    folder: join(workspaceRoot, snapshotsDir),
    rebuild: {
      workspaceRoot,
      // Beside the artifacts of today, whose folders end in a hash.
      folder: join(workspaceRoot, buildDir, '.snapshots'),
      tag: snapshotTag,
      rules,
    },
  };
}
