import { digestOf } from '@nx-agent-skills/artifact';
import { artifactUrl, type Origin, wellKnownIndexUrl } from '@nx-agent-skills/discovery';
import { REPORT_FILES } from '@nx-agent-skills/publication';
import { decodeAnswer } from './decode-answer';
import { DeploymentError } from './deployment-error';
import { DEPLOYMENT_DEFAULTS } from './deployment-options';
import { createHttpClient, type HttpClient } from './http-client';
import { isFault, MAX_ARTIFACT_BYTES, MAX_INDEX_BYTES } from './http-exchange';

/**
 * Reads what is published at an origin: its report, when it is about the index that is served, else
 * the index.
 *
 * @returns the text of either; undefined when nothing is published there
 * @throws DeploymentError `deployment/unreachable` when that cannot be told
 */
export async function readPublished(origin: Origin): Promise<string | undefined> {
  const { allowedHosts, allowPrivate, resolve, totalTimeoutMs } = DEPLOYMENT_DEFAULTS;
  const policy = { origin: new URL(origin.href), allowedHosts, allowPrivate, resolve };
  const client = createHttpClient(policy, 1, AbortSignal.timeout(totalTimeoutMs));
  try {
    const index = await read(client, wellKnownIndexUrl(origin), MAX_INDEX_BYTES);
    if (index === undefined) return undefined;
    const report = await readReport(client, artifactUrl(origin, REPORT_FILES.json));
    return report && isAbout(report, digestOf(index)) ? report : index.toString('utf8');
  } finally {
    client.close();
  }
}

/** The report is a help for people, which a publisher may leave out. */
async function readReport(client: HttpClient, url: string): Promise<string | undefined> {
  try {
    return (await read(client, url, MAX_ARTIFACT_BYTES))?.toString('utf8');
  } catch (error) {
    if (error instanceof DeploymentError) return undefined;
    throw error;
  }
}

function isAbout(report: string, digest: string): boolean {
  try {
    return JSON.parse(report)?.index?.digest === digest;
  } catch {
    return false;
  }
}

async function read(
  client: HttpClient,
  url: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const { timeoutMs } = DEPLOYMENT_DEFAULTS;
  const answer = await client.request(url, { timeoutMs, maxBytes });
  if (isFault(answer)) throw unreachable(url, `${answer.fault}, ${answer.detail}`);
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (answer.status !== 200) throw unreachable(url, `the status is ${answer.status}`);
  const { received, isRead } = decodeAnswer(answer, maxBytes);
  if (!isRead) throw unreachable(url, 'its content coding cannot be undone');
  return received.body;
}

function unreachable(url: string, reason: string): DeploymentError {
  return new DeploymentError(
    'deployment/unreachable',
    `What is published cannot be read from ${url}: ${reason}.`,
    'Check the origin and the connection, or compare with a file or a git revision.',
  );
}
