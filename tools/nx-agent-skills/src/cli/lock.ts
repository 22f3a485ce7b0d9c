import { compareLocks, lockRelease, readLockIfAny, writeLock } from '@nx-agent-skills/installation';
import { describeChanges, describeLock, describeLost } from '../messages/describe-lock';
import { print } from '../messages/print';
import { OptionError } from '../option-error';
import { parseCommand } from './parse-command';
import { reporting } from './reporting';
import {
  lockFileOf,
  SITE_HELP,
  SITE_OPTIONS,
  siteOptionsOf,
  sourceOf,
  tellRetry,
  textsOf,
} from './site-options';

const HELP = `Writes down which skills of an origin a project uses, to the byte. Commit the file.
Usage: nx-agent-skills lock <origin> [options]

  <origin>                such as https://skills.acme.example, or what install commands have in its
                          place: <origin>/agent-skills, with /<name> or /v<version> behind it
  --skill <name>          lock this skill too; may be repeated
  --all                   lock all skills of the origin; without it and without --skill those that
                          are locked from there already, and all when there are none
  --version <version>     lock that release, in place of what is there today
${SITE_HELP}`;

/** `nx-agent-skills lock`. */
export async function lock(args: readonly string[], folder: string): Promise<boolean> {
  const options = { ...SITE_OPTIONS, skill: 'texts', all: 'flag', version: 'text' } as const;
  const { isHelp, values, positionals } = parseCommand(args, options, 'lock', true);
  if (isHelp) {
    await print(HELP);
    return true;
  }
  const [origin, ...more] = positionals;
  if (origin === undefined || more.length > 0) {
    throw new OptionError(
      'lock takes one origin. Example: nx-agent-skills lock https://skills.acme.example.',
    );
  }
  const site = siteOptionsOf(values);
  const source = sourceOf(origin, values);
  const selection = { names: textsOf(values.skill), all: values.all === true };
  const { lockFile, shown } = lockFileOf(values, folder);
  return reporting('Nothing was locked', folder, values.json === true, async () => {
    const before = readLockIfAny(lockFile, site);
    const request = { source, selection, before, site, onRetry: tellRetry };
    const { lock: locked } = await lockRelease(request);
    const changes = compareLocks(before, locked);
    writeLock(lockFile, locked);
    return {
      text: `${describeChanges(changes)}${describeLock(locked, changes, shown)}${describeLost(changes, shown)}`,
      json: { lock: shown, ...changes },
    };
  });
}
