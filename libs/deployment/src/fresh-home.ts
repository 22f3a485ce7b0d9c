import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAtExit } from './clean-up-at-exit';

/** What a command may know of the machine: no tokens, no configuration of the user. */
const PASSED_ON = [
  'PATH',
  'LANG',
  'LC_ALL',
  'NODE_EXTRA_CA_CERTS',
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
];

/** A home folder that nothing has been installed into. */
export interface FreshHome {
  /** Absolute. */
  folder: string;
  /** An empty folder in it, to work in. */
  work: string;
  env: Record<string, string>;
}

/**
 * Makes a home folder, hands it to a task and removes it afterwards, also when the process is
 * ended by a signal. A folder that cannot be removed is left: it must not cost the results.
 */
export async function inFreshHome<T>(task: (home: FreshHome) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-skills-home-'));
  const forget = cleanUpAtExit(() => removeFolder(folder));
  try {
    const work = join(folder, 'work');
    const temporary = join(folder, 'tmp');
    mkdirSync(work);
    mkdirSync(temporary);
    return await task({ folder, work, env: environment(folder, temporary) });
  } finally {
    removeFolder(folder);
    forget();
  }
}

const REMOVALS = 5;
const BETWEEN_REMOVALS_MS = 100;

/** A process that is being ended may still write there. */
function removeFolder(folder: string): void {
  for (let left = REMOVALS; left > 0; left -= 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      // Waits without the event loop, which is over when the process ends.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_REMOVALS_MS);
    }
  }
}

/** The variables of these names, as far as they are set. */
export function variables(names: readonly string[]): Record<string, string> {
  const known = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(known);
}

function environment(home: string, temporary: string): Record<string, string> {
  return {
    ...variables(PASSED_ON),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporary,
    TEMP: temporary,
    CI: '1',
    DISABLE_TELEMETRY: '1',
    DO_NOT_TRACK: '1',
    // Packages that were downloaded before are not downloaded again.
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
    npm_config_update_notifier: 'false',
    // Whoever is offline should hear so at once.
    npm_config_fetch_retries: '0',
    ...registryVariable(),
  };
}

/** A registry that is addressed with a password would hand it to the client. */
function registryVariable(): Record<string, string> {
  const { npm_config_registry: registry } = process.env;
  return registry === undefined || registry.includes('@') ? {} : { npm_config_registry: registry };
}
