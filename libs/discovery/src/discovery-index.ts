import { type IndexProblem, indexProblems } from './index-problems';
import { DISCOVERY_SCHEMA, type DiscoveryIndex, type IndexEntry } from './index-schema';
import type { Origin } from './origin';

/** An index that a stock client would not read as meant; `problems` holds every fault. */
export class IndexError extends Error {
  override readonly name = 'IndexError';
  readonly code = 'index/invalid';

  constructor(readonly problems: readonly IndexProblem[]) {
    const lines = problems.map(({ path, received, message }) => {
      const shown = JSON.stringify(received) ?? 'nothing';
      const short = shown.length > 80 ? `${shown.slice(0, 79)}…` : shown;
      return `  ${path || 'index'}: ${message} (received ${short})`;
    });
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    super(`index/invalid: the discovery index has ${count}:\n${lines.join('\n')}`);
  }
}

/**
 * Makes the index of the given entries, sorted by name (by code unit, in every locale).
 *
 * @throws IndexError when two entries have one name: clients would let one shadow the other
 */
export function buildIndex(entries: Iterable<IndexEntry>): DiscoveryIndex {
  const skills = [...entries].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const problems = skills.flatMap((entry, at): IndexProblem[] => {
    if (entry.name !== skills[at - 1]?.name) return [];
    const message = `"${entry.name}" is the name of two entries; rename or remove one`;
    return [{ path: `skills[${at}].name`, received: entry.name, message }];
  });
  if (problems.length > 0) throw new IndexError(problems);
  return { $schema: DISCOVERY_SCHEMA, skills };
}

/** The bytes of index.json: two-space JSON, keys in the order of the spec, final newline. */
export function serializeIndex(index: DiscoveryIndex): string {
  const skills = index.skills.map(({ name, type, description, url, digest }) => ({
    name,
    type,
    description,
    url,
    digest,
  }));
  return `${JSON.stringify({ $schema: index.$schema, skills }, null, 2)}\n`;
}

/**
 * Reads an index as strictly as it is written: exact keys, sorted unique names, absolute URLs.
 * Clients are more lenient in places; what passes here is read the same way by all of them.
 *
 * @param options.origin when given, every url must be on it
 * @throws IndexError with every problem, not only the first
 */
export function parseIndex(text: string, options: { origin?: Origin } = {}): DiscoveryIndex {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new IndexError([{ path: '', received: text, message: 'the file is not JSON' }]);
  }
  const problems = indexProblems(data, options.origin);
  if (problems.length > 0) throw new IndexError(problems);
  return data as DiscoveryIndex;
}
