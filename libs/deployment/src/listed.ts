/** Names that are listed in one sentence. */
export const MAX_NAMES = 10;

/** How many there are of what, and their names, such as "2 not served: a, b"; empty when there are none. */
export function listed(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return `${names.length} ${what}: ${shown}${names.length > MAX_NAMES ? ', …' : ''}`;
}
