import { createHash } from 'node:crypto';

/** More than this many tasks in a batch cost Nx noticeably more than the same in two batches. */
const TASKS_PER_BATCH = 1_500;

/** As many names as executors.json has for each executor. */
const MOST_SHARDS = 16;

/**
 * Over how many executor names the skills are spread. Nx runs all tasks of one executor name in one
 * batch, and keeps for every task of a batch the list of all others. A power of two, so that it
 * changes rarely: with it changes the executor of skills, and so the hash of their tasks.
 *
 * @param skills how many there are
 */
export function shardCount(skills: number): number {
  let shards = 1;
  while (shards < MOST_SHARDS && skills > shards * TASKS_PER_BATCH) shards *= 2;
  return shards;
}

/** The name of an executor for a skill, which does not depend on the other skills. */
export function shardedExecutor(
  executor: 'validate' | 'archive' | 'hash',
  skill: string,
  shards: number,
): string {
  const shard = (createHash('sha256').update(skill).digest()[0] ?? 0) % shards;
  return `nx-agent-skills:${executor}${shard === 0 ? '' : `-${shard + 1}`}`;
}

/** Whether a target of a skill runs this executor, in whatever shard. */
export function isExecutor(target: { executor?: string }, executor: string): boolean {
  return new RegExp(`^nx-agent-skills:${executor}(-\\d+)?$`).test(target.executor ?? '');
}
