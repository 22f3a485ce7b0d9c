/** Twice as many as `MAX_INDEX_BYTES` is made for. */
const MAX_ENTRIES = 20_000;
/** Of all entries together: one more for each than the format has. */
const MAX_FIELDS = 6 * MAX_ENTRIES;
/** In UTF-16 units. Each problem of an entry repeats its name, of which clients take 64. */
const MAX_NAME = 256;

/**
 * Says what makes an index too large to be read problem by problem, in half a sentence; undefined
 * when nothing does. Its own work is one look at every entry.
 */
export function indexExcess(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const skills: unknown = Reflect.get(data, 'skills');
  const entries: unknown[] = Array.isArray(skills) ? skills : [];
  if (entries.length > MAX_ENTRIES) {
    return `${entries.length} entries, at most ${MAX_ENTRIES} are read`;
  }
  let fields = Array.isArray(data) ? 0 : Object.keys(data).length;
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null) continue;
    fields += Object.keys(entry).length;
    const name: unknown = Reflect.get(entry, 'name');
    if (typeof name === 'string' && name.length > MAX_NAME) {
      return `a name of ${name.length} characters, at most ${MAX_NAME} are read`;
    }
  }
  return fields > MAX_FIELDS ? `${fields} fields, at most ${MAX_FIELDS} are read` : undefined;
}
