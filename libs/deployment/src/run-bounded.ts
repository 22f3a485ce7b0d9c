/**
 * Runs a task for every item, a limited number of them at a time.
 *
 * @returns the results in the order of the items
 * @throws what the first failing task throws, when the running ones have ended
 */
export async function runBounded<T, R>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await task(item);
  };
  const workers = Array.from({ length: Math.min(Math.max(1, atOnce), items.length) }, worker);
  const ended = await Promise.allSettled(workers);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return results;
}
