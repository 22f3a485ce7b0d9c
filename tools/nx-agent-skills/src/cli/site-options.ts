import { resolve } from 'node:path';
import { isVersion, OriginError } from '@nx-agent-skills/discovery';
import {
  InstallationError,
  parseSource,
  SITE_DEFAULTS,
  type SiteOptions,
  type SkillSource,
} from '@nx-agent-skills/installation';
import { readAllowedHosts } from '../executors/read-hosts';
import { printError } from '../messages/print';
import { OptionError } from '../option-error';
import type { CommandOptions, ParsedCommand } from './parse-command';

/** Options of all commands that read a lock and the sites in it. */
export const SITE_OPTIONS = {
  lock: 'text',
  'allowed-host': 'texts',
  'allow-private': 'flag',
  preview: 'flag',
  json: 'flag',
} as const satisfies CommandOptions;

export const SITE_HELP = `  --lock <file>           the lock; default: agent-skills-lock.json
  --allowed-host <host>   another host that artifacts may be on; may be repeated
  --allow-private         allow a private address of the origin, as in an intranet
  --preview               allow http and loopback origins
  --json                  print the result for programs
`;

type Values = ParsedCommand['values'];

/** How sites are read. @throws OptionError for a host that is none */
export function siteOptionsOf(values: Values): SiteOptions {
  return {
    ...SITE_DEFAULTS,
    preview: values.preview === true,
    allowPrivate: values['allow-private'] === true,
    allowedHosts: readAllowedHosts(textsOf(values['allowed-host']), '--allowed-host'),
  };
}

/** The lock: its absolute path, and how people know it. */
export function lockFileOf(values: Values, folder: string): { lockFile: string; shown: string } {
  const shown = typeof values.lock === 'string' ? values.lock : 'agent-skills-lock.json';
  return { lockFile: resolve(folder, shown), shown };
}

/** The values of an option that may be repeated. */
export const textsOf = (value: Values[string]): string[] => (Array.isArray(value) ? value : []);

/**
 * Reads an origin, and the version that is named beside it.
 *
 * @throws OptionError when it is none, or names another version
 */
export function sourceOf(text: string, values: Values): SkillSource {
  const version = versionOf(values);
  const source = parse(text, values.preview === true);
  if (version === undefined) return source;
  if (source.version === undefined || source.version === version) return { ...source, version };
  throw new OptionError(`The origin has the version ${source.version}, --version ${version}.`);
}

/** The option --version. @throws OptionError when it is none */
export function versionOf({ version }: Values): string | undefined {
  if (typeof version !== 'string') return undefined;
  if (isVersion(version)) return version;
  throw new OptionError(
    `--version received ${JSON.stringify(version)}, expected a version in full. Example: --version 1.2.0.`,
  );
}

function parse(text: string, preview: boolean): SkillSource {
  try {
    return parseSource(text, preview);
  } catch (error) {
    const isUsage = error instanceof OriginError || error instanceof InstallationError;
    throw isUsage ? new OptionError(error.message) : error;
  }
}

/** Tells that everything begins anew. */
export function tellRetry({ code }: InstallationError): void {
  void printError(`A deploy seems to have come in between (${code}): reading the index again.`);
}
