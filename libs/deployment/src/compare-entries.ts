import type { IndexEntry } from '@nx-agent-skills/discovery';
import { type Diagnosis, diagnose } from './diagnosis';
import type { ExpectedIndex } from './expected-index';
import { listed, MAX_NAMES } from './listed';

/** How the entries of a served index differ from those that were built. All lists are of names. */
export interface EntryDifferences {
  missing: string[];
  extra: string[];
  digest: string[];
  /** With another URL on the origin, another type or another description. */
  changed: string[];
  /** By the origin that they lead to in place of the one they were built for. */
  elsewhere: Map<string, string[]>;
}

/**
 * Compares entries by name.
 *
 * @param url where the served index came from, against which the URLs in it are resolved
 */
export function compareEntries(
  built: Pick<ExpectedIndex, 'entries' | 'origin'>,
  served: readonly IndexEntry[],
  url: string,
): EntryDifferences {
  const before = new Map(built.entries.map((entry) => [entry.name, entry]));
  const after = new Map(served.map((entry) => [entry.name, entry]));
  const found: EntryDifferences = {
    missing: [...before.keys()].filter((name) => !after.has(name)),
    extra: [...after.keys()].filter((name) => !before.has(name)),
    digest: [],
    changed: [],
    elsewhere: new Map(),
  };
  for (const [name, entry] of before) {
    const now = after.get(name);
    if (!now) continue;
    const target = new URL(now.url, url).href;
    const origin = originOf(target, entry.url, built.origin);
    if (origin !== built.origin) {
      const names = found.elsewhere.get(origin);
      if (names) names.push(name);
      else found.elsewhere.set(origin, [name]);
    }
    const isOther = origin === built.origin && target !== entry.url;
    const { type, description } = entry;
    if (now.digest !== entry.digest) found.digest.push(name);
    else if (isOther || now.type !== type || now.description !== description) {
      found.changed.push(name);
    }
  }
  return found;
}

/** The names of all entries that clients do not find as they were built. */
export function unlike({ missing, digest, changed, elsewhere }: EntryDifferences): Set<string> {
  return new Set([...missing, ...digest, ...changed, ...[...elsewhere.values()].flat()]);
}

/** Everything but where the entries lead, in half a sentence; empty when there is nothing. */
export function describeDifferences(found: EntryDifferences): string {
  return [
    listed('not served', found.missing),
    listed('served but not built', found.extra),
    listed('with another digest', found.digest),
    listed('with another URL, type or description', found.changed),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** Says that entries lead to another origin, when some do. */
export function otherOrigin({ elsewhere }: EntryDifferences, url: string): Diagnosis[] {
  if (elsewhere.size === 0) return [];
  const led = [...elsewhere]
    .slice(0, MAX_NAMES)
    .map(([origin, { length }]) =>
      length === 1 ? `1 entry leads to ${origin}` : `${length} entries lead to ${origin}`,
    );
  const more = elsewhere.size - led.length;
  if (more > 0) led.push(`others to ${more} more origins`);
  return [diagnose('index/other-origin', url, led.join(', '))];
}

/** Where a URL leads, with the base path where the rest is the path that was built. */
function originOf(target: string, builtUrl: string, builtOrigin: string): string {
  if (target === builtUrl) return builtOrigin;
  // An index that is compared with itself may lead to other hosts on purpose.
  const path = builtUrl.startsWith(`${builtOrigin}/`) ? builtUrl.slice(builtOrigin.length) : '';
  if (path !== '' && target.endsWith(path)) return target.slice(0, -path.length);
  const { origin } = new URL(target);
  return origin === new URL(builtOrigin).origin ? builtOrigin : origin;
}
