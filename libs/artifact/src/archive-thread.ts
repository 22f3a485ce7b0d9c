import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { addLearnt, memoryFolder } from '@nx-agent-skills/skill';
import type { ArchiveJob, ArchiveResult } from './archive-skill';
import type { ArchiveAnswer, ArchiveWorkerData } from './archive-worker';

/** A job and its index. */
export type QueuedJob = [index: number, job: ArchiveJob];

/** The index of a job with its result, or with the error that broke the job down. */
export type SettledJob = [index: number, result: ArchiveResult | Error];

/** So many that the thread seldom waits for the next ones, and so few that all end together. */
const JOBS_AT_ONCE = 8;

/** Works on the queue in a thread of its own until it is empty. */
export async function archiveInThread(
  queue: QueuedJob[],
  settle: (job: SettledJob) => void,
): Promise<void> {
  while (queue.length > 0) {
    const worker = newWorker();
    // No more threads are to be had: the others do the rest.
    if (!worker) return;
    let isWorking = true;
    while (isWorking && queue.length > 0) {
      const jobs = queue.splice(0, JOBS_AT_ONCE);
      const outcomes = await runJobs(worker, jobs);
      isWorking = !(outcomes instanceof Error);
      if (outcomes instanceof Error) await runOneByOne(jobs, settle);
      else for (const [at, outcome] of outcomes.entries()) settle([jobs[at]?.[0] ?? -1, outcome]);
    }
    await worker.terminate();
  }
}

/** A job that has broken its thread must not take the others with it. */
async function runOneByOne(
  jobs: readonly QueuedJob[],
  settle: (job: SettledJob) => void,
): Promise<void> {
  for (const job of jobs) {
    const worker = newWorker();
    const outcomes = worker ? await runJobs(worker, [job]) : new Error('No thread can be started.');
    const outcome = outcomes instanceof Error ? outcomes : outcomes[0];
    settle([job[0], outcome ?? new Error('The archive thread gave no answer.')]);
    await worker?.terminate();
  }
}

/** The outcomes of all jobs, or what has broken the thread. */
function runJobs(
  worker: Worker,
  jobs: readonly QueuedJob[],
): Promise<(ArchiveResult | Error)[] | Error> {
  return new Promise((resolve) => {
    const end = (result: (ArchiveResult | Error)[] | Error) => {
      // One by one: removing all listeners would remove Node's own, and no message would arrive again.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(result);
    };
    const onMessage = ({ outcomes, learnt }: ArchiveAnswer) => {
      addLearnt(learnt);
      end(outcomes);
    };
    const onError = (error: Error) => end(error);
    const onExit = (code: number) => end(new Error(`The archive thread ended with code ${code}.`));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(jobs.map(([, job]) => job));
  });
}

/** Undefined where the system has no more threads. */
function newWorker(): Worker | undefined {
  const extension = extname(__filename);
  const execArgv = extension === '.ts' ? ['--require', '@swc-node/register'] : [];
  const workerData: ArchiveWorkerData = { memoryFolder: memoryFolder() };
  try {
    return new Worker(join(__dirname, `archive-worker${extension}`), { execArgv, workerData });
  } catch {
    return undefined;
  }
}
