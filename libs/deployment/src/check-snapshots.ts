import type { Versions } from '@nx-agent-skills/discovery';
import { checkFrozen, checkRelease } from './check-release';
import { type CheckResult, resultOf, TIME_IS_UP, withoutEvidence } from './check-result';
import { type CheckedVersions, checkVersions } from './check-versions';
import type { ReleaseDigests } from './compare-versions';
import type { DeploymentOptions, Progress } from './deployment-options';
import type { DeploymentRun } from './deployment-run';
import type { Diagnosis } from './diagnosis';
import { expectedVersions } from './expected-versions';
import { requestReleases } from './request-releases';
import { runBounded } from './run-bounded';
import { MAX_TOLD, summarise } from './summarise';

const ABOUT = { check: 'snapshots' } as const;

/**
 * Follows the chain of releases over HTTP: from versions.json over the digest of each release's index
 * to the digest of each of its artifacts, and compares the list with what was published before.
 *
 * @returns undefined where no release is promised and none is served, unless the publisher has named
 *   what to compare with
 */
export async function checkSnapshots(
  options: DeploymentOptions,
  run: DeploymentRun,
  tell: (progress: Progress) => void,
): Promise<CheckResult | undefined> {
  const { origin, report } = options;
  const built = report && expectedVersions(report);
  if (options.snapshots === 'off') {
    return built && withoutEvidence(ABOUT, 'skipped', 'Turned off with the option snapshots.');
  }
  const before = await releasesBefore(options, run);
  const isPromised = built !== undefined || before.isPromise;
  if (run.signal.aborted)
    return isPromised ? withoutEvidence(ABOUT, 'not-run', TIME_IS_UP) : undefined;
  const isReported = report !== undefined;
  const list = await checkVersions(origin, { built, isReported, before: before.digests }, run);
  if (!isPromised && isNoList(list, isReported)) {
    const seen = `No release is served; ${before.compared}.`;
    return before.isAsked ? resultOf(ABOUT, [], seen, list.evidence) : undefined;
  }
  const followed = isReported ? built : list.served;
  const chain = await followChain(followed, options, run, tell);
  const diagnoses = [...before.diagnoses, ...list.diagnoses, ...chain.diagnoses];
  return resultOf(
    ABOUT,
    summarise(diagnoses, MAX_TOLD),
    messageOf(followed, chain, before, options),
    { ...list.evidence, releases: followed?.versions.length ?? 0, artifacts: chain.artifacts },
  );
}

/** Clients find no list there; when a report promises none, it does not matter why. */
const isNoList = ({ isAbsent, evidence }: CheckedVersions, isReported: boolean) =>
  isAbsent || (isReported && evidence.status !== 200);

interface Before {
  digests: ReleaseDigests;
  diagnoses: readonly Diagnosis[];
  /** What they were compared with, or why with nothing, in half a sentence; empty when nobody asks. */
  compared: string;
  /** Whether the publisher has named what to compare with. */
  isAsked: boolean;
  /** Whether there are some, or may be. */
  isPromise: boolean;
}

async function releasesBefore(options: DeploymentOptions, run: DeploymentRun): Promise<Before> {
  const { previousReleases: previous } = options;
  if (!previous)
    return { digests: {}, diagnoses: [], compared: '', isAsked: false, isPromise: false };
  const isUrl = 'url' in previous;
  const { digests, diagnoses, noneBecause } = isUrl
    ? await requestReleases(previous, options, run)
    : { ...previous, diagnoses: [] };
  const from = isUrl ? previous.url : previous.from;
  const none = `compared with no releases of before, since ${noneBecause}`;
  return {
    digests,
    diagnoses,
    compared: noneBecause === undefined ? `nothing that ${from} lists has changed` : none,
    isAsked: isUrl || previous.isDefault !== true,
    isPromise: Object.keys(digests).length > 0 || diagnoses.length > 0,
  };
}

interface Chain {
  diagnoses: Diagnosis[];
  /** How many were requested. */
  artifacts: number;
}

async function followChain(
  list: Versions | undefined,
  options: DeploymentOptions,
  run: DeploymentRun,
  tell: (progress: Progress) => void,
): Promise<Chain> {
  if (!list) return { diagnoses: [], artifacts: 0 };
  const { origin, report, concurrency, snapshots } = options;
  const home = report ? { href: report.origin } : origin;
  const releases = await runBounded(list.versions, concurrency, async (version) => {
    const digest = list.digests[version] ?? '';
    return { version, ...(await checkRelease({ version, digest, origin, home }, run)) };
  });
  const wanted = releases.filter(({ version }) => snapshots === 'all' || version === list.latest);
  // Releases can share a file that is called by its digest.
  const urls = new Map(
    wanted
      .flatMap((release) => release.artifacts)
      .map((each) => [`${each.url} ${each.digest}`, each]),
  );
  const artifacts = [...urls.values()];
  let done = 0;
  let failed = 0;
  const checked = await runBounded(artifacts, concurrency, async (artifact) => {
    const { diagnoses } = await checkFrozen(artifact, run);
    done += 1;
    if (diagnoses.some(({ severity }) => severity === 'error')) failed += 1;
    tell({ what: 'snapshots', done, total: artifacts.length, failed });
    return diagnoses;
  });
  return {
    diagnoses: [...releases.flatMap(({ diagnoses }) => diagnoses), ...checked.flat()],
    artifacts: artifacts.length,
  };
}

function messageOf(
  list: Versions | undefined,
  { artifacts }: Chain,
  { compared }: Before,
  { snapshots }: DeploymentOptions,
): string {
  const releases = counted(list?.versions.length ?? 0, 'release');
  const of = list && snapshots === 'latest' ? ` of ${list.latest}, the latest` : '';
  const kept = compared === '' ? '' : `; ${compared}`;
  return `Served as frozen: ${releases}, ${counted(artifacts, 'artifact')}${of}${kept}.`;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
