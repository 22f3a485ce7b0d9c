import { resolve } from 'node:path';
import { freezeSnapshot } from '@nx-agent-skills/publication';
import { describeFailure } from '../messages/describe-failure';
import { describeSnapshot } from '../messages/describe-snapshot';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';
import { parseCommand } from './parse-command';

const HELP = `Freezes the published tree as a version. Build the tree first, and commit the folder afterwards.
Usage: nx-agent-skills snapshot <version> [options]

  <version>               in full, such as 1.2.0
  --out <folder>          the published tree; default: dist/agent-skills
  --snapshots <folder>    where all snapshots lie; default: snapshots
`;

/** `nx-agent-skills snapshot`. */
export async function snapshot(args: readonly string[], folder: string): Promise<boolean> {
  const options = { out: 'text', snapshots: 'text' } as const;
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
  try {
    const frozen = freezeSnapshot(
      resolve(folder, `${out}`),
      resolve(folder, `${snapshots}`),
      version,
    );
    await print(describeSnapshot(frozen, `${snapshots}`));
    return true;
  } catch (error) {
    const failure = describeFailure(error, folder, 'Nothing was frozen');
    if (failure === undefined) throw error;
    await printError(failure);
    return false;
  }
}
