import { type Finding, finding } from './finding';
import type { FrontmatterEntry } from './read-yaml';

/** The keys of the Agent Skills specification. */
const KNOWN_KEYS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

/** Short keys are too close to words that authors mean ("game", "names"). */
const MIN_LENGTH = 6;
const MAX_EDITS = 2;

/** Finds keys that look like misspelt ones of the specification: `licence`, `allowed_tools`. */
export function checkLikelyTypos(
  entries: ReadonlyMap<string, FrontmatterEntry>,
  file: string,
): Finding[] {
  return [...entries].flatMap(([key, { line, column }]) => {
    if (KNOWN_KEYS.includes(key) || isRequired(key.toLowerCase())) return [];
    const meant = KNOWN_KEYS.find((known) => !entries.has(known) && isMisspelt(key, known));
    if (meant === undefined) return [];
    return [
      finding('frontmatter/likely-typo', file, {
        line,
        column,
        field: key,
        message: `The key "${key}" looks like "${meant}".`,
        fix: `Write ${meant}.`,
      }),
    ];
  });
}

/** The message for a missing key names one that differs in case only. */
const isRequired = (key: string) => key === 'name' || key === 'description';

function isMisspelt(key: string, known: string): boolean {
  const plain = key.toLowerCase().replace(/[_\s]/g, '-');
  if (plain === known) return true;
  return known.length >= MIN_LENGTH && editDistance(plain, known) <= MAX_EDITS;
}

/** How many letters have to be added, removed or replaced to make `b` of `a` (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
