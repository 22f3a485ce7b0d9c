import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { addLearnt, ignoreRules, memoryFolder } from '@nx-agent-skills/skill';
import { type ArchiveJob, type ArchiveResult, tryArchiveSkill } from './archive-skill';
import type { ArchiveAnswer, ArchiveWorkerData } from './archive-worker';

/** Below this many skills, starting a thread costs more than it saves. */
const JOBS_PER_THREAD = 50;

/** The index of a job with its result, or with the error that broke the job down. */
export type SettledJob = [index: number, result: ArchiveResult | Error];

/**
 * Archives many skills of one workspace, on several threads when there are enough of them.
 *
 * @yields every job exactly once, in the order in which they end
 */
export async function* archiveSkills(
  jobs: readonly ArchiveJob[],
  threads = availableParallelism(),
): AsyncGenerator<SettledJob> {
  const workers = Math.min(threads, Math.floor(jobs.length / JOBS_PER_THREAD));
  if (workers < 2) {
    const [first] = jobs;
    const rulesOf = first && ignoreRules(first.workspaceRoot);
    for (const [index, job] of jobs.entries()) yield [index, tryArchiveSkill(job, rulesOf)];
    return;
  }
  const queue = [...jobs.entries()];
  const settled: SettledJob[] = [];
  let wake = () => {};
  const settle = (job: SettledJob) => {
    settled.push(job);
    wake();
  };
  const running = Array.from({ length: workers }, () => runThread(queue, settle));
  for (let yielded = 0; yielded < jobs.length; yielded += 1) {
    while (settled.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    yield settled.shift() as SettledJob;
  }
  await Promise.all(running);
}

/** Works on the queue in a thread of its own until it is empty. */
async function runThread(
  queue: [number, ArchiveJob][],
  settle: (job: SettledJob) => void,
): Promise<void> {
  let next = queue.shift();
  while (next) {
    const worker = newWorker();
    while (next) {
      const [index, job]: [number, ArchiveJob] = next;
      const result = await runJob(worker, job);
      settle([index, result.outcome]);
      next = queue.shift();
      // A job that broke its thread must not take the others with it: they get a new one.
      if (result.broken) break;
    }
    await worker.terminate();
  }
}

interface JobResult {
  outcome: ArchiveResult | Error;
  broken: boolean;
}

function runJob(worker: Worker, job: ArchiveJob): Promise<JobResult> {
  return new Promise((resolve) => {
    const end = (result: JobResult) => {
      // One by one: removing all listeners would remove Node's own, and no message would arrive again.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(result);
    };
    const onMessage = ({ outcome, learnt }: ArchiveAnswer) => {
      addLearnt(learnt);
      end({ outcome, broken: false });
    };
    const onError = (outcome: Error) => end({ outcome, broken: true });
    const onExit = (code: number) =>
      end({ outcome: new Error(`The archive thread ended with code ${code}.`), broken: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}

function newWorker(): Worker {
  const extension = extname(__filename);
  const execArgv = extension === '.ts' ? ['--require', '@swc-node/register'] : [];
  const workerData: ArchiveWorkerData = { memoryFolder: memoryFolder() };
  return new Worker(join(__dirname, `archive-worker${extension}`), { execArgv, workerData });
}
