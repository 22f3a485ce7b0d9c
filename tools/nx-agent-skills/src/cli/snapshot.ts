import { resolve } from 'node:path';
import { freezeSnapshot } from '@nx-agent-skills/publication';
import { describeFailure } from '../messages/describe-failure';
import { describeSnapshot } from '../messages/describe-snapshot';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';
import { snapshotPlaces } from '../snapshot-places';
import { within } from './build-options';
import { parseCommand } from './parse-command';

const HELP = `Freezes the published tree as a version. Build the tree first, and commit the folder afterwards.
Usage: nx-agent-skills snapshot <version> [options]

  <version>               in full, such as 1.2.0
  --out <folder>          the published tree; default: dist/agent-skills
  --snapshots <folder>    where all snapshots lie; default: snapshots
  --build <folder>        artifacts that are kept for the next run; default: the tree's with "-build"
  --digests-only          store no artifacts: they are built again from the tag of the release
  --tag <pattern>         the tag of a release; default: v{version}
`;

/** `nx-agent-skills snapshot`. */
export async function snapshot(args: readonly string[], folder: string): Promise<boolean> {
  const options = {
    out: 'text',
    snapshots: 'text',
    build: 'text',
    tag: 'text',
    'digests-only': 'flag',
  } as const;
  const { isHelp, values, positionals } = parseCommand(args, options, 'snapshot', true);
  if (isHelp) {
    await print(HELP);
    return true;
  }
  const [version, ...more] = positionals;
  if (version === undefined || more.length > 0) {
    throw new OptionError('snapshot takes one version. Example: nx-agent-skills snapshot 1.2.0.');
  }
  const { out = 'dist/agent-skills', snapshots = 'snapshots', tag } = values;
  const digestsOnly = values['digests-only'] === true;
  const settings = {
    snapshotsDir: within(folder, `${snapshots}`),
    buildDir: within(folder, `${values.build ?? `${out}-build`}`),
    ...(tag === undefined ? {} : { snapshotTag: `${tag}` }),
  };
  try {
    const frozen = freezeSnapshot(
      resolve(folder, `${out}`),
      snapshotPlaces(folder, settings),
      version,
      digestsOnly,
    );
    await print(describeSnapshot(frozen, `${snapshots}`, digestsOnly));
    return true;
  } catch (error) {
    const failure = describeFailure(error, folder, 'Nothing was frozen');
    if (failure === undefined) throw error;
    await printError(failure);
    return false;
  }
}
