import { join } from 'node:path';
import { freezeSnapshot } from '@nx-agent-skills/publication';
import { describeFailure } from '../messages/describe-failure';
import { describeSnapshot } from '../messages/describe-snapshot';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';
import { parseOptions } from '../options';
import { snapshotPlaces } from '../snapshot-places';
import { inOurNames, pairsOf, within } from './build-options';
import { parseCommand } from './parse-command';

const HELP = `Freezes the published tree as a version. Build the tree first, and commit the folder afterwards.
Usage: nx-agent-skills snapshot <version> [options]

  <version>               in full, such as 1.2.0
  --out <folder>          the published tree; default: dist/agent-skills
  --snapshots <folder>    where all snapshots lie; default: snapshots
  --build <folder>        artifacts that are kept for the next run; default: the tree's with "-build"
  --digests-only          store no artifacts: they are built again from the tag of the release
  --snapshot-tag <tag>    the tag of a release; default: v{version}
  --rule <code=level>     as for build; may be repeated
  --preview               allow http and loopback origins
`;

/** `nx-agent-skills snapshot`. */
export async function snapshot(args: readonly string[], folder: string): Promise<boolean> {
  const options = {
    out: 'text',
    snapshots: 'text',
    build: 'text',
    'digests-only': 'flag',
    'snapshot-tag': 'text',
    rule: 'texts',
    preview: 'flag',
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
  const { out = 'dist/agent-skills', snapshots = 'snapshots' } = values;
  const digestsOnly = values['digests-only'] === true;
  const parsed = parseOptions(
    {
      // Where skills lie is not asked for.
      roots: ['.'],
      outputDir: within(folder, `${out}`),
      snapshotsDir: within(folder, `${snapshots}`),
      buildDir: within(folder, `${values.build ?? `${out}-build`}`),
      rules: pairsOf('rule', values.rule, 'name/differs-from-folder=off') ?? {},
      ...(values['snapshot-tag'] === undefined ? {} : { snapshotTag: values['snapshot-tag'] }),
    },
    'These options are invalid:',
  );
  if ('fault' in parsed) throw new OptionError(inOurNames(parsed.fault));
  const settings = parsed.options;
  try {
    const frozen = freezeSnapshot(
      join(folder, settings.outputDir),
      snapshotPlaces(folder, settings),
      version,
      { digestsOnly, preview: values.preview === true },
    );
    await print(describeSnapshot(frozen, settings.snapshotsDir, digestsOnly));
    return true;
  } catch (error) {
    const failure = describeFailure(error, folder, 'Nothing was frozen');
    if (failure === undefined) throw error;
    await printError(failure);
    return false;
  }
}
