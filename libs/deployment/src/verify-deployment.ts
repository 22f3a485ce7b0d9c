import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { digestOf } from '@nx-agent-skills/artifact';
import { type CheckedArtifact, checkArtifact } from './check-artifact';
import { checkIndex } from './check-index';
import { TIME_IS_UP, withoutEvidence } from './check-result';
import { checkSnapshots } from './check-snapshots';
import type { DeploymentOptions, Progress } from './deployment-options';
import type { DeploymentRun } from './deployment-run';
import { expectedIndex } from './expected-index';
import type { ExpectedSkill } from './expected-skill';
import { expectedSkills, promisedSkills } from './expected-skills';
import { expectedVersions } from './expected-versions';
import { createHttpClient } from './http-client';
import { policyOf } from './policy-of';
import { runBounded } from './run-bounded';
import type { Verification } from './verification';
import { verifyInstalls } from './verify-installs';

/**
 * Checks the tree as it is served (contract step 5): the index with its copies, the digest of every
 * file, the layout of every archive, the releases that were frozen, real installs, and whether an agent
 * uses the skills. No check passes without evidence. Never rejects because of what a server does.
 */
export async function verifyDeployment(options: DeploymentOptions): Promise<Verification> {
  const controller = new AbortController();
  // Every request and every command listens to it.
  setMaxListeners(0, controller.signal);
  const timer = setTimeout(() => controller.abort(), options.totalTimeoutMs);
  const run = startRun(options, controller.signal);
  try {
    return await verify(options, run);
  } finally {
    clearTimeout(timer);
    run.client.close();
  }
}

function startRun(options: DeploymentOptions, signal: AbortSignal): DeploymentRun {
  const clock = options.clock ?? {
    now: Date.now,
    // The end of the run ends the waiting too.
    sleep: (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined),
  };
  return {
    client: createHttpClient(policyOf(options), options.concurrency, signal),
    patience: {
      now: clock.now,
      sleep: (ms) => {
        options.onWait?.(ms);
        return clock.sleep(ms);
      },
      limitMs: options.patienceMs,
      end: clock.now() + options.totalTimeoutMs,
    },
    timeoutMs: options.timeoutMs,
    earlier: earlierDigests(options),
    servesDotFolders: false,
    hasCheckedCoding: false,
    hasWaitedInVain: false,
    signal,
  };
}

/** Of what the build before had and this one has not. */
function earlierDigests({ previous, report }: DeploymentOptions): Set<string> {
  if (!previous) return new Set();
  const now = new Set(report?.skills.map(({ digest }) => digest));
  const list = expectedVersions(previous)?.text;
  const earlier = [
    previous.index.digest,
    ...previous.skills.map(({ digest }) => digest),
    ...(list === undefined ? [] : [digestOf(Buffer.from(list, 'utf8'))]),
  ];
  return new Set(earlier.filter((each) => !now.has(each)));
}

async function verify(options: DeploymentOptions, run: DeploymentRun): Promise<Verification> {
  const { origin, report, concurrency } = options;
  const promised = report && expectedIndex(report, origin);
  const index = await checkIndex(origin, promised, run, concurrency);
  const tell = (progress: Progress) => options.onProgress?.(progress);
  run.servesDotFolders = index.result.evidence.status === 200;
  let failed = index.result.status === 'failed' ? 1 : 0;
  tell({ what: 'index', done: 1, total: 1, failed });
  // What the served index promises and the report does not is another build's.
  const built = new Set(report?.skills.flatMap(({ digest, zip }) => [digest, zip?.digest]));
  if (report)
    for (const { digest } of index.entries) if (!built.has(digest)) run.earlier.add(digest);

  const skills = report
    ? expectedSkills(report, origin, options.tree)
    : promisedSkills(index.entries, index.url);
  let done = 0;
  const checked = await runBounded(skills, concurrency, async (skill) => {
    const artifact = await checkUnlessLate(skill, run);
    done += 1;
    if (artifact.results.some(({ status }) => status === 'failed')) failed += 1;
    tell({ what: 'artifacts', done, total: skills.length, failed });
    return artifact;
  });
  const served = checked.filter(
    ({ results }) =>
      !index.unlike.has(results[0]?.skill ?? '') &&
      results[0]?.status === 'passed' &&
      results.every(({ status }) => status !== 'failed'),
  ).length;
  const snapshots = await checkSnapshots(options, run, tell);
  const installs = await verifyInstalls(skills, checked, options, run.signal, tell);
  const perSkill = checked.flatMap(({ results }, at) => [...results, ...(installs[at] ?? [])]);
  return {
    origin: origin.href,
    results: [index.result, ...(snapshots ? [snapshots] : []), ...perSkill],
    ...(report ? { built: report.skills.length } : {}),
    served,
    isCutShort: run.signal.aborted,
  };
}

function checkUnlessLate(skill: ExpectedSkill, run: DeploymentRun): Promise<CheckedArtifact> {
  if (!run.signal.aborted) return checkArtifact(skill, run);
  const checks = skill.type === 'archive' ? (['digest', 'layout'] as const) : (['digest'] as const);
  const results = checks.map((check) =>
    withoutEvidence({ check, skill: skill.name }, 'not-run', TIME_IS_UP),
  );
  return Promise.resolve({ results });
}
