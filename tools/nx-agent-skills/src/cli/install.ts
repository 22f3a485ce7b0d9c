import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { DEFAULT_AGENTS } from '@nx-agent-skills/discovery';
import {
  type InstallPlace,
  installLocked,
  lockAndInstall,
  onlyOriginOf,
  readLock,
  readLockIfAny,
} from '@nx-agent-skills/installation';
import { agentOf } from '../agent-of';
import {
  describeChanges,
  describeFolders,
  describeLock,
  describeLost,
} from '../messages/describe-lock';
import { print } from '../messages/print';
import { OptionError } from '../option-error';
import { type ParsedCommand, parseCommand } from './parse-command';
import { reporting } from './reporting';
import {
  lockFileOf,
  SITE_HELP,
  SITE_OPTIONS,
  siteOptionsOf,
  sourceOf,
  tellRetry,
  textsOf,
  versionOf,
} from './site-options';

const HELP = `Installs locked skills into the folders of agents: all of them, to the byte, or nothing.
Usage: nx-agent-skills install [origin] [options]

  [origin]                lock its skills anew, as lock does, and install; without it exactly what
                          is locked is installed, and no index is read
  --frozen                say so: refuse an origin, --version, --skill and --all
  --version <version>     go back, or forward, to that release of the origin, and lock it
  --skill <name>          lock this skill of the origin too; may be repeated
  --all                   lock all skills of the origin
  --agent <id>            an agent; may be repeated; default: ${DEFAULT_AGENTS.join(', ')}
  --global                install for the user, in place of the project in the working folder
  --force                 overwrite what was edited, or was there before
${SITE_HELP}`;

const OPTIONS = {
  ...SITE_OPTIONS,
  frozen: 'flag',
  version: 'text',
  skill: 'texts',
  all: 'flag',
  agent: 'texts',
  global: 'flag',
  force: 'flag',
} as const;

/** `nx-agent-skills install`. */
export async function install(args: readonly string[], folder: string): Promise<boolean> {
  const { isHelp, values, positionals } = parseCommand(args, OPTIONS, 'install', true);
  if (isHelp) {
    await print(HELP);
    return true;
  }
  const [origin, ...more] = positionals;
  if (more.length > 0) {
    throw new OptionError(`install takes one origin, and got ${more.length + 1}.`);
  }
  const isFrozen = installsWhatIsLocked(origin, values);
  const named = origin === undefined ? undefined : sourceOf(origin, values);
  const version = versionOf(values);
  const site = siteOptionsOf(values);
  const place = placeOf(values, folder);
  const { shown } = lockFileOf(values, folder);
  return reporting('Nothing was installed', folder, values.json === true, async () => {
    if (isFrozen) {
      const folders = await installLocked(place, site);
      return { text: describeFolders(folders), json: { lock: shown, folders } };
    }
    const before = named ? readLockIfAny(place.lockFile, site) : readLock(place.lockFile, site);
    const { lock, changes, folders } = await lockAndInstall(place, {
      source: named ?? { origin: onlyOriginOf(before), ...(version ? { version } : {}) },
      selection: { names: textsOf(values.skill), all: values.all === true },
      before,
      site,
      onRetry: tellRetry,
    });
    const locked = `${describeChanges(changes)}${describeLock(lock, changes, shown)}`;
    return {
      text: `${locked}${describeLost(changes, shown)}${describeFolders(folders)}`,
      json: { lock: shown, ...changes, folders },
    };
  });
}

function placeOf(values: ParsedCommand['values'], folder: string): InstallPlace {
  const isGlobal = values.global === true;
  const agents = textsOf(values.agent);
  return {
    agents: (agents.length > 0 ? agents : DEFAULT_AGENTS).map((id) => agentOf(id, '--agent')),
    root: isGlobal ? homeFolder() : folder,
    isGlobal,
    lockFile: lockFileOf(values, folder).lockFile,
    force: values.force === true,
  };
}

function homeFolder(): string {
  const home = homedir();
  if (isAbsolute(home)) return home;
  throw new OptionError('--global installs into your home folder, and HOME names none.');
}

/**
 * Whether no lock is made first.
 *
 * @throws OptionError for options that do not go together
 */
function installsWhatIsLocked(
  origin: string | undefined,
  { version, skill, all, frozen }: ParsedCommand['values'],
): boolean {
  const takesNew = skill !== undefined || all === true;
  const isNew = origin !== undefined || version !== undefined || takesNew;
  if (frozen === true && isNew) {
    throw new OptionError(
      'install --frozen installs exactly what is locked: it takes no origin, --version, --skill or --all.',
    );
  }
  if (takesNew && origin === undefined) {
    throw new OptionError(
      '--skill and --all need an origin. Example: nx-agent-skills install https://skills.acme.example --all.',
    );
  }
  return !isNew;
}
