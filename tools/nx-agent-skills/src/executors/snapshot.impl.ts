import { join } from 'node:path';
import { freezeSnapshot } from '@nx-agent-skills/publication';
import type { ExecutorContext } from 'nx/src/devkit-exports';
import { describeFailure } from '../messages/describe-failure';
import { describeSnapshot } from '../messages/describe-snapshot';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';
import { type SnapshotSettings, snapshotPlaces } from '../snapshot-places';

/** Options of the `snapshot` executor. */
export interface SnapshotOptions extends SnapshotSettings {
  outputDir: string;
  /** The version that the tree becomes, such as 1.2.0. */
  version?: string;
  /** Whether a release may have urls that only this machine can serve. */
  preview?: boolean;
  /** Why the plugin options are invalid, when they are. */
  fault?: string;
}

/** Freezes the published tree as a version. */
export default async function snapshot(
  options: SnapshotOptions,
  { root }: ExecutorContext,
): Promise<{ success: boolean }> {
  const { outputDir, snapshotsDir, version, preview = false, fault } = options;
  const digestsOnly = options.snapshotArtifacts === 'rebuilt';
  try {
    if (fault !== undefined) throw new OptionError(fault);
    if (version === undefined) throw missingVersion();
    const places = snapshotPlaces(root, options);
    const how = { digestsOnly, preview };
    const frozen = freezeSnapshot(join(root, outputDir), places, version, how);
    await print(describeSnapshot(frozen, snapshotsDir, digestsOnly));
    return { success: true };
  } catch (error) {
    const failure = describeFailure(error, root, 'Nothing was frozen');
    if (failure === undefined) throw error;
    await printError(failure);
    return { success: false };
  }
}

function missingVersion(): OptionError {
  return new OptionError(
    'The option "version" is missing: the version that the tree becomes.\n    Fix: pass it behind --, since Nx has an option --version of its own: nx run @agent-skills/index:snapshot -- --version=1.2.0',
  );
}
