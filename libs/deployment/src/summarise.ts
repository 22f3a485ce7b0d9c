import type { Diagnosis } from './diagnosis';

/** How many findings of one cause are told one by one, where each is about something else. */
export const MAX_TOLD = 10;

/**
 * Many findings of one cause as a few: a thousand files are usually missing for one reason.
 *
 * @param told how many of a cause stay as they are, the last of them with the number of the others;
 *   two more than that are not worth a summary
 */
export function summarise(diagnoses: readonly Diagnosis[], told: number): Diagnosis[] {
  const groups = new Map<string, Diagnosis[]>();
  for (const each of diagnoses) {
    const group = groups.get(each.code);
    if (group) group.push(each);
    else groups.set(each.code, [each]);
  }
  return [...groups.values()].flatMap((group) => {
    const [next] = group.slice(told);
    if (!next || group.length <= told + 2) return group;
    const shown = group.slice(0, told);
    return withMore(shown, group.length - told, next.url);
  });
}

/**
 * Findings of which the last says that there are more of its kind.
 *
 * @param example the URL of one of them, when it is another than that of the last
 */
export function withMore(shown: readonly Diagnosis[], more: number, example?: string): Diagnosis[] {
  const last = shown.at(-1);
  if (!last || more === 0) return [...shown];
  const such = example === undefined || example === last.url ? '' : `, such as ${example}`;
  const message = `${last.message} The same is true of ${more} more${such}.`;
  return [...shown.slice(0, -1), { ...last, message }];
}
