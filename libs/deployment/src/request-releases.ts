import { parseVersions, VersionsError } from '@nx-agent-skills/discovery';
import type { ReleaseDigests } from './compare-versions';
import { decodeAnswer } from './decode-answer';
import type { DeploymentOptions } from './deployment-options';
import type { DeploymentRun } from './deployment-run';
import { diagnoseAnswer } from './diagnose-answer';
import { type Diagnosis, diagnose, printable } from './diagnosis';
import { createHttpClient } from './http-client';
import { isFault, MAX_VERSIONS_BYTES } from './http-exchange';
import { requestPatiently } from './patience';
import { policyOf } from './policy-of';

/** The releases that were published before, or why they are not known. */
export interface RequestedReleases {
  digests: ReleaseDigests;
  diagnoses: Diagnosis[];
  /** Why there are none, in half a sentence. */
  noneBecause?: string;
}

/**
 * Requests the versions.json of before, within the policy of the run: its host may be asked beside
 * the origin's, and no private address but the origin's own. Only a 404 of an origin says that nothing
 * was published; whatever else is no versions.json fails the check.
 */
export async function requestReleases(
  { url, mayBeMissing }: { url: string; mayBeMissing: boolean },
  options: DeploymentOptions,
  run: DeploymentRun,
): Promise<RequestedReleases> {
  const policy = policyOf(options, [new URL(url).host]);
  // A client of its own: the host of before has no say in what is checked.
  const client = createHttpClient(policy, 1, run.signal);
  try {
    const request = { timeoutMs: run.timeoutMs, maxBytes: MAX_VERSIONS_BYTES };
    const answer = await requestPatiently(client, url, request, run.patience);
    if (mayBeMissing && !isFault(answer) && answer.status === 404) {
      return { digests: {}, diagnoses: [], noneBecause: `${printable(url)} is not there (404)` };
    }
    const fault = diagnoseAnswer(answer, true);
    if (fault || isFault(answer)) return unread(url, fault ? [fault] : []);
    const { received, isRead, diagnoses } = decodeAnswer(answer, MAX_VERSIONS_BYTES);
    if (!isRead) return unread(url, diagnoses);
    return { digests: parseVersions(received.body.toString('utf8')).digests, diagnoses: [] };
  } catch (error) {
    if (!(error instanceof VersionsError)) throw error;
    return unread(url, [], error.problems.join('; '));
  } finally {
    client.close();
  }
}

function unread(url: string, causes: readonly Diagnosis[], reason?: string): RequestedReleases {
  const because = reason ?? causes[0]?.code;
  return { digests: {}, diagnoses: [diagnose('snapshots/previous', url, because), ...causes] };
}
