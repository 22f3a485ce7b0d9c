import { digestOf } from '@nx-agent-skills/artifact';
import { decodeBody } from './content-coding';
import type { DeploymentRun } from './deployment-run';
import { isEncoded } from './diagnose-headers';
import { type Diagnosis, diagnose } from './diagnosis';
import type { ExpectedPart } from './expected-skill';
import { isFault, MAX_ARTIFACT_BYTES } from './http-exchange';
import { requestPatiently } from './patience';

/** What fetch, and so most clients, asks for. */
const CLIENT_CODINGS = 'gzip, deflate, br';

/**
 * Requests an archive as clients do. Some hosts label an archive as encoded only for those who take
 * codings, who then unpack the archive itself before they hash it.
 */
export async function checkClientCoding(
  part: ExpectedPart,
  run: DeploymentRun,
): Promise<Diagnosis[]> {
  const request = {
    timeoutMs: run.timeoutMs,
    maxBytes: MAX_ARTIFACT_BYTES,
    acceptEncoding: CLIENT_CODINGS,
  };
  const answer = await requestPatiently(run.client, part.url, request, run.patience);
  if (isFault(answer) || answer.status !== 200 || !isEncoded(answer)) return [];
  const coding = answer.headers['content-encoding'] ?? '';
  const decoded = decodeBody(answer.body, coding, MAX_ARTIFACT_BYTES);
  if (decoded && digestOf(decoded) === part.digest) return [];
  const detail = `content-encoding: ${coding}, when "${CLIENT_CODINGS}" is asked for`;
  return [diagnose('http/content-encoding', part.url, detail)];
}
