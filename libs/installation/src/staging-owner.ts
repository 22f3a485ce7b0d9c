import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '@nx-agent-skills/publication';
import { InstallationError } from './installation-error';
import { STAGED } from './restore';

/** What a run takes at most between making its folder and saying that it is its own. */
const BEGINNING_MS = 2000;

/** Everything is fetched before a folder is taken: what is left takes seconds. */
const LONGEST_RUN_MS = 10 * 60_000;

/** The process that has a staging folder. */
interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** Says that a staging folder is of this process. */
export function writeOwner(path: string): void {
  writeFileSync(join(path, STAGED.owner), `${process.pid} ${hostname()}\n`);
}

/**
 * Makes sure that nobody works in a staging folder any more.
 *
 * @param path a folder
 * @param shown the skills folder, for people
 * @throws InstallationError `installation/busy`
 */
export function refuseOwned(path: string, shown: string): void {
  const owner = ownerOf(path);
  const age = Date.now() - lstatSync(path).mtimeMs;
  if (owner ? isAtWork(owner, age) : age < BEGINNING_MS) throw busy(path, shown);
}

/** An error about a staging folder that another run has. */
export function busy(path: string, shown: string): InstallationError {
  const owner = ownerOf(path);
  const elsewhere = owner && owner.host !== hostname() ? ` on ${owner.host}` : '';
  const who = owner ? ` (process ${owner.pid}${elsewhere})` : '';
  return new InstallationError(
    'installation/busy',
    `Another run installs into ${shown}${who}.`,
    `wait for it. If there is none, remove the file ${join(path, STAGED.owner)} and nothing else, since skills may lie beside it: the next run puts them back.`,
  );
}

/** Of another host nobody can tell whether the process still runs, only that it ought to be done. */
function isAtWork({ pid, host }: Owner, age: number): boolean {
  if (host !== hostname()) return age < LONGEST_RUN_MS;
  return isRunning(pid);
}

function ownerOf(path: string): Owner | undefined {
  try {
    const text = readFileSync(join(path, STAGED.owner), 'utf8');
    const [, pid, host] = /^([1-9]\d{0,9}) ([\w.-]{1,255})\n$/.exec(text) ?? [];
    return pid === undefined || host === undefined ? undefined : { pid: Number(pid), host };
  } catch {
    return undefined;
  }
}
