import { digestOf } from '@nx-agent-skills/artifact';
import type { IndexEntry } from '@nx-agent-skills/discovery';
import { isHtml } from './diagnose-answer';
import { diagnoseBytes } from './diagnose-bytes';
import { type Diagnosis, diagnose } from './diagnosis';
import type { ExpectedIndex } from './expected-index';
import type { HttpAnswer, HttpResponse } from './http-exchange';
import { cacheSigns } from './kept-headers';
import { readServedIndex } from './served-index';

/** What the served index is, compared with the one that was built. */
export interface JudgedIndex {
  /** What clients find in it. */
  entries: readonly IndexEntry[];
  diagnoses: Diagnosis[];
}

/** Names that are listed in one sentence. */
const MAX_NAMES = 10;

/**
 * Compares a served index, byte by byte and then by name, with the one that was built.
 *
 * @param earlier digests of other builds of the index
 */
export function judgeIndex(
  answer: HttpAnswer & HttpResponse,
  expected: ExpectedIndex,
  earlier: ReadonlySet<string>,
): JudgedIndex {
  const built = Buffer.from(expected.text, 'utf8');
  if (answer.body.equals(built)) return { entries: expected.entries, diagnoses: [] };
  const explain = () =>
    diagnoseBytes(
      answer,
      { digest: digestOf(built), size: built.length, built: () => built },
      earlier,
    );
  if (isHtml(answer)) return { entries: [], diagnoses: [explain()] };
  const served = readServedIndex(answer.body, answer.url);
  if (served.diagnoses.some(({ severity }) => severity === 'error')) {
    return { entries: served.entries, diagnoses: [explain(), ...served.diagnoses] };
  }
  const differences = differencesOf(expected.entries, served.entries);
  if (differences === '') return { entries: served.entries, diagnoses: [explain()] };
  const signs = cacheSigns(answer);
  const isStale = earlier.has(digestOf(answer.body)) || /age: [1-9]|HIT/.test(signs);
  const counts = `built ${expected.entries.length}, served ${served.entries.length}`;
  const detail = `${counts}; ${differences}${signs === '' ? '' : ` (${signs})`}`;
  const url = answer.redirectedFrom[0] ?? answer.url;
  return {
    entries: served.entries,
    diagnoses: [diagnose(isStale ? 'deploy/stale-copy' : 'index/differs', url, detail)],
  };
}

/** Which skills are not served as they were built, by name; empty when all are. */
function differencesOf(built: readonly IndexEntry[], served: readonly IndexEntry[]): string {
  const before = new Map(built.map((entry) => [entry.name, entry]));
  const after = new Map(served.map((entry) => [entry.name, entry]));
  const missing = [...before.keys()].filter((name) => !after.has(name));
  const extra = [...after.keys()].filter((name) => !before.has(name));
  const digests = [...before].filter(
    ([name, { digest }]) => (after.get(name)?.digest ?? digest) !== digest,
  );
  const parts = [
    listed('not served', missing),
    listed('served but not built', extra),
    listed(
      'with another digest',
      digests.map(([name]) => name),
    ),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function listed(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return `${names.length} ${what}: ${shown}${names.length > MAX_NAMES ? ', …' : ''}`;
}
