import { availableParallelism } from 'node:os';
import { setImmediate as pause } from 'node:timers/promises';
import { ignoreRules, saveMemory } from '@nx-agent-skills/skill';
import { type ArchiveJob, type ArchiveResult, tryArchiveSkill } from './archive-skill';
import { archiveInThread, type QueuedJob, type SettledJob } from './archive-thread';

/** Below this many skills, starting a thread costs more than it saves. */
const JOBS_PER_THREAD = 50;

/**
 * Archives many skills of one workspace, with the help of other threads when there are enough.
 *
 * @yields every job exactly once, in the order in which they end
 */
export async function* archiveSkills(
  jobs: readonly ArchiveJob[],
  threads = availableParallelism(),
): AsyncGenerator<SettledJob> {
  const [first] = jobs;
  if (!first) return;
  const rulesOf = ignoreRules(first.workspaceRoot);
  const queue: QueuedJob[] = [...jobs.entries()];
  const settled: SettledJob[] = [];
  let wake = () => {};
  const settle = (job: SettledJob) => {
    settled.push(job);
    wake();
  };
  const helpers = Math.min(threads, Math.floor(jobs.length / JOBS_PER_THREAD)) - 1;
  // So that the other threads know what this one has found out.
  if (helpers > 0) saveMemory();
  const running = Array.from({ length: Math.max(0, helpers) }, () =>
    archiveInThread(queue, settle),
  );
  for (let yielded = 0; yielded < jobs.length; yielded += 1) {
    // This thread works too, and listens to the others after every job.
    const next = settled.length === 0 ? queue.shift() : undefined;
    if (next) settle([next[0], tryArchiveSkill(next[1], rulesOf)]);
    if (running.length > 0) await pause();
    while (settled.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    yield settled.shift() as [number, ArchiveResult | Error];
  }
  await Promise.all(running);
}
