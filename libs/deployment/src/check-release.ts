import {
  artifactUrl,
  IndexError,
  type Origin,
  parseIndex,
  pathOfUrl,
  publishedPath,
} from '@nx-agent-skills/discovery';
import { isSnapshotPath } from '@nx-agent-skills/publication';
import { type CheckedPart, checkPart } from './check-part';
import type { DeploymentRun } from './deployment-run';
import { type Diagnosis, diagnose } from './diagnosis';
import type { ExpectedPart } from './expected-skill';
import { promisedSkills } from './expected-skills';
import { readServedIndex } from './served-index';

/** A release that was frozen. */
export interface ExpectedRelease {
  version: string;
  /** Of its index. */
  digest: string;
  /** Where it is requested. */
  origin: Origin;
  /** Where it was frozen for: its urls are there. */
  home: Origin;
}

/** What the index of a release has shown. */
export interface CheckedRelease {
  diagnoses: Diagnosis[];
  /** Its artifacts, each under a url that stays: of that release, or with the digest in it. */
  artifacts: ExpectedPart[];
}

/**
 * Requests the index of a release, at the place that the discovery spec gives it and at the one where
 * the stock client looks for it, and reads it strictly.
 */
export async function checkRelease(
  release: ExpectedRelease,
  run: DeploymentRun,
): Promise<CheckedRelease> {
  const { version, digest, origin } = release;
  const paths = [publishedPath.snapshotIndex(version), publishedPath.snapshotCatalogue(version)];
  const checked: CheckedPart[] = [];
  for (const path of paths) {
    const part = { url: artifactUrl(origin, path), kind: 'index', digest } as const;
    checked.push(await checkFrozen(part, run));
  }
  const diagnoses = checked.flatMap((each) => each.diagnoses);
  const body = checked.find(({ isExpected }) => isExpected)?.body;
  if (!body) return { diagnoses, artifacts: [] };
  const read = artifactsOf(
    body,
    release,
    artifactUrl(origin, publishedPath.snapshotIndex(version)),
  );
  return { ...read, diagnoses: [...diagnoses, ...read.diagnoses] };
}

/** Requests a file of a release; other bytes than the promised ones are a change of the release. */
export async function checkFrozen(part: ExpectedPart, run: DeploymentRun): Promise<CheckedPart> {
  const checked = await checkPart(part, run);
  const both = `expected ${part.digest}, received ${checked.evidence.digest}`;
  const diagnoses = checked.diagnoses.map((each) =>
    each.code === 'digest/mismatch' ? diagnose('snapshots/digest', part.url, both) : each,
  );
  return { ...checked, diagnoses };
}

/** The artifacts of an index, and what is wrong with it. */
function artifactsOf(
  body: Buffer,
  { version, origin, home }: ExpectedRelease,
  url: string,
): CheckedRelease {
  // Strict reading repeats what it finds, so it is for what clients read at least.
  const { diagnoses } = readServedIndex(body, url);
  if (diagnoses.some(({ severity }) => severity === 'error')) return { diagnoses, artifacts: [] };
  const refuse = (fault: string) => ({
    diagnoses: [diagnose('snapshots/index', url, fault)],
    artifacts: [],
  });
  try {
    const { skills } = parseIndex(body.toString('utf8'), { origin: home });
    const entries = skills.map((entry) => ({ ...entry, path: pathOfUrl(home, entry.url) }));
    const stranger = entries.find(({ path, digest }) => !isSnapshotPath(version, path, digest));
    if (stranger) {
      const own = `${publishedPath.snapshotFolder(version)}/`;
      return refuse(`"${stranger.name}" is at ${stranger.url}, not below ${own}`);
    }
    const here = entries.map((entry) => ({ ...entry, url: artifactUrl(origin, entry.path) }));
    return { diagnoses, artifacts: promisedSkills(here, url).flatMap(({ parts }) => parts) };
  } catch (error) {
    if (!(error instanceof IndexError)) throw error;
    const [problem] = error.problems;
    return refuse(`${problem?.path}: ${problem?.message}`);
  }
}
