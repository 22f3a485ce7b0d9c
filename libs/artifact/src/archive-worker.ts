import { parentPort, workerData } from 'node:worker_threads';
import {
  type IgnoreRulesOf,
  ignoreRules,
  keepMemoryIn,
  type Learnt,
  takeLearnt,
} from '@nx-agent-skills/skill';
import { type ArchiveJob, type ArchiveResult, tryArchiveSkill } from './archive-skill';

/** What the thread is started with. */
export interface ArchiveWorkerData {
  memoryFolder: string | undefined;
}

/** What the thread answers to some jobs. */
export interface ArchiveAnswer {
  /** In the order of the jobs. */
  outcomes: (ArchiveResult | Error)[];
  learnt: Learnt;
}

const { memoryFolder } = workerData as ArchiveWorkerData;
if (memoryFolder !== undefined) keepMemoryIn(memoryFolder);
const rules = new Map<string, IgnoreRulesOf>();

parentPort?.on('message', (jobs: ArchiveJob[]) => {
  const outcomes = jobs.map((job) => {
    const rulesOf = rules.get(job.workspaceRoot) ?? ignoreRules(job.workspaceRoot);
    rules.set(job.workspaceRoot, rulesOf);
    return tryArchiveSkill(job, rulesOf);
  });
  const answer: ArchiveAnswer = { outcomes, learnt: takeLearnt() };
  parentPort?.postMessage(answer);
});
