import { findUpdates, originsOf, readLock } from '@nx-agent-skills/installation';
import { describeUpdates } from '../messages/describe-lock';
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
} from './site-options';

const HELP = `Shows what has changed at the origins of a lock. Writes nothing: lock does.
Usage: nx-agent-skills update [origin] [options]

  [origin]                look at this one alone; default: all origins of the lock
  --check                 end with exit code 1 when lock would change something
${SITE_HELP}`;

/** `nx-agent-skills update`. */
export async function update(args: readonly string[], folder: string): Promise<boolean> {
  const options = { ...SITE_OPTIONS, check: 'flag' } as const;
  const { isHelp, values, positionals } = parseCommand(args, options, 'update', true);
  if (isHelp) {
    await print(HELP);
    return true;
  }
  const [origin, ...more] = positionals;
  if (more.length > 0)
    throw new OptionError(`update takes one origin, and got ${more.length + 1}.`);
  const site = siteOptionsOf(values);
  const source = origin === undefined ? undefined : sourceOf(origin, values);
  if (source?.version !== undefined || source?.skill !== undefined) {
    throw new OptionError(
      `update compares with the index of today, and got ${origin}. Example: nx-agent-skills update ${source.origin.href}.`,
    );
  }
  const { lockFile, shown } = lockFileOf(values, folder);
  return reporting('Nothing could be compared', folder, values.json === true, async () => {
    const lock = readLock(lockFile, site);
    const sources = source ? [source] : originsOf(lock).map((each) => ({ origin: each }));
    const updates = await findUpdates(lock, sources, site, tellRetry);
    const isCurrent = updates.changed.length + updates.removed.length === 0;
    return {
      text: describeUpdates(updates, shown),
      json: { lock: shown, ...updates },
      success: isCurrent || values.check !== true,
    };
  });
}
