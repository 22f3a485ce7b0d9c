import { checkIndex } from './check-index.mjs';
import { show } from './finding.mjs';

/**
 * Compares the served index with the one that was built, to catch a deploy that did not arrive: an
 * old index beside old artifacts is consistent, so no digest reveals it.
 *
 * @param {Buffer} served
 * @param {Buffer} built
 * @returns {{ code: string, message: string }[]} nothing when both are the same bytes
 */
export function compareIndex(served, built) {
  if (served.equals(built)) return [];
  const before = entriesByName(built);
  const now = entriesByName(served);
  const differences = [...before.keys()].flatMap((name) => {
    if (!now.has(name)) return [`${show(name)} was built and is not served`];
    return before.get(name) === now.get(name) ? [] : [`${show(name)} is served in another version`];
  });
  for (const name of now.keys()) {
    if (!before.has(name)) differences.push(`${show(name)} is served and was not built`);
  }
  const counts = `built ${before.size} skills, served ${now.size}`;
  const messages =
    differences.length > 0 ? differences : ['the two files differ only in layout or order'];
  return [`the served index is not the built one (${counts})`, ...messages].map((message) => ({
    code: 'index-stale',
    message,
  }));
}

function entriesByName(bytes) {
  return new Map(checkIndex(bytes).entries.map((entry) => [entry.name, JSON.stringify(entry)]));
}
