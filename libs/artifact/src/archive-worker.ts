import { parentPort } from 'node:worker_threads';
import { type ArchiveJob, tryArchiveSkill } from './archive-skill';

parentPort?.on('message', (job: ArchiveJob) => {
  parentPort?.postMessage(tryArchiveSkill(job));
});
