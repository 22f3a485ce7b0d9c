import { digestOf } from '@nx-agent-skills/artifact';
import type { IndexEntry } from '@nx-agent-skills/discovery';
import { compareEntries, describeDifferences, otherOrigin, unlike } from './compare-entries';
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
  /** The names of entries that clients do not find as they were built. */
  unlike?: ReadonlySet<string>;
}

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
  const found = compareEntries(expected, served.entries, answer.url);
  const url = answer.redirectedFrom[0] ?? answer.url;
  const seen = { entries: served.entries, unlike: unlike(found) };
  const signs = cacheSigns(answer);
  const isKnown = earlier.has(digestOf(answer.body));
  const elsewhere = isKnown ? [] : otherOrigin(found, url);
  const differences = describeDifferences(found);
  if (differences === '' && !isKnown) {
    return { ...seen, diagnoses: elsewhere.length > 0 ? elsewhere : [explain()] };
  }
  const isStale = isKnown || /age: [1-9]|HIT/.test(signs);
  const counts = `built ${expected.entries.length}, served ${served.entries.length}`;
  const told = [counts, differences].filter((part) => part !== '').join('; ');
  const detail = `${told}${signs === '' ? '' : ` (${signs})`}`;
  const differs = diagnose(isStale ? 'deploy/stale-copy' : 'index/differs', url, detail);
  return { ...seen, diagnoses: [...elsewhere, differs] };
}
