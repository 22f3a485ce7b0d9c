import { digestOf } from '@nx-agent-skills/artifact';
import {
  artifactUrl,
  type Origin,
  publishedPath,
  wellKnownIndexUrl,
} from '@nx-agent-skills/discovery';
import { REPORT_FILES } from '@nx-agent-skills/publication';
import { compareEntries, otherOrigin } from './compare-entries';
import { decodeAnswer } from './decode-answer';
import type { DeploymentRun } from './deployment-run';
import { diagnoseAnswer, isHtml } from './diagnose-answer';
import { diagnoseBytes } from './diagnose-bytes';
import { type Diagnosis, diagnose } from './diagnosis';
import type { ExpectedIndex } from './expected-index';
import {
  type HttpAnswer,
  type HttpResponse,
  isFault,
  MAX_INDEX_BYTES,
  SPARE_BYTES,
} from './http-exchange';
import { requestPatiently } from './patience';
import { runBounded } from './run-bounded';
import { readServedIndex } from './served-index';
import { summarise } from './summarise';

/**
 * Checks everything around the index: its copies, the root of the domain, HEAD, CORS and the pages
 * for people.
 *
 * @param main what was answered for the index itself, decoded
 * @param isBuilt whether the copies are known to have been built; else they may all be missing
 */
export async function checkIndexCopies(
  origin: Origin,
  expected: ExpectedIndex | undefined,
  main: HttpAnswer & HttpResponse,
  run: DeploymentRun,
  atOnce: number,
  isBuilt: boolean,
): Promise<Diagnosis[]> {
  if (main.status !== 200)
    return isBuilt ? summarise(await checkCopies(expected, run, atOnce), 1) : [];
  const scoped = artifactUrl(origin, publishedPath.catalogueIndex);
  const hasCopies = isBuilt || (await isServed(scoped, run));
  const copies = hasCopies ? await checkCopies(expected, run, atOnce) : [];
  return [
    ...summarise(copies, 1),
    ...(await checkDomainRoot(origin, main, run)),
    ...(await checkHead(origin, run)),
    ...('access-control-allow-origin' in main.headers ? [] : [diagnose('http/cors', main.url)]),
    ...(isBuilt ? await checkPages(origin, run) : []),
  ];
}

async function checkCopies(
  expected: ExpectedIndex | undefined,
  run: DeploymentRun,
  atOnce: number,
): Promise<Diagnosis[]> {
  const found = await runBounded([...(expected?.copies ?? [])], atOnce, async ([url, text]) => {
    if (run.signal.aborted) return diagnose('run/time-limit', url);
    const answer = await ask(url, Buffer.byteLength(text), run);
    const nothing = diagnoseAnswer(answer);
    if (nothing || isFault(answer)) return nothing;
    const { received, isRead, diagnoses } = decodeAnswer(answer, MAX_INDEX_BYTES);
    if (!isRead) return diagnoses[0];
    const built = Buffer.from(text, 'utf8');
    if (received.body.equals(built)) return undefined;
    const { entries } = readServedIndex(received.body, answer.url);
    if (isHtml(received) || entries.length === 0) {
      const promised = { digest: digestOf(built), size: built.length, built: () => built };
      return diagnoseBytes(received, promised, run.earlier);
    }
    const promised = {
      origin: expected?.origin ?? '',
      entries: readServedIndex(built, url).entries,
    };
    const [elsewhere] = otherOrigin(compareEntries(promised, entries, answer.url), url);
    return elsewhere ?? diagnose('index/copy-differs', url, `received ${digestOf(received.body)}`);
  });
  return found.filter((each) => each !== undefined);
}

/** With a base path, clients that look at the root of the domain may find the skills of others. */
async function checkDomainRoot(
  origin: Origin,
  main: HttpResponse,
  run: DeploymentRun,
): Promise<Diagnosis[]> {
  const { origin: root } = new URL(origin.href);
  if (root === origin.href) return [];
  const url = wellKnownIndexUrl({ href: root });
  const answer = await ask(url, SPARE_BYTES, run);
  if (isFault(answer) || answer.status !== 200) return [];
  const { body } = decodeAnswer(answer, MAX_INDEX_BYTES).received;
  if (body.equals(main.body)) return [];
  const { entries } = readServedIndex(body, answer.url);
  if (entries.length === 0) return [];
  return [diagnose('index/other-at-root', url, `${entries.length} entries, ${digestOf(body)}`)];
}

async function checkHead(origin: Origin, run: DeploymentRun): Promise<Diagnosis[]> {
  const url = wellKnownIndexUrl(origin);
  const request = { method: 'HEAD', timeoutMs: run.timeoutMs, maxBytes: 0 } as const;
  const answer = await requestPatiently(run.client, url, request, run.patience);
  if (!isFault(answer) && answer.status === 200) return [];
  return [diagnose('http/head', url, isFault(answer) ? answer.detail : `status ${answer.status}`)];
}

/** The report changes when results are recorded, so what it says is not compared. */
async function checkPages(origin: Origin, run: DeploymentRun): Promise<Diagnosis[]> {
  const urls = [`${artifactUrl(origin, 'agent-skills')}/`, artifactUrl(origin, REPORT_FILES.json)];
  const answers = await Promise.all(urls.map((url) => ask(url, MAX_INDEX_BYTES, run)));
  return answers.flatMap((answer, at) => {
    if (!isFault(answer) && answer.status === 200) return [];
    const detail = isFault(answer) ? answer.detail : `status ${answer.status}`;
    return [diagnose('deploy/page-missing', urls[at], detail)];
  });
}

async function isServed(url: string, run: DeploymentRun): Promise<boolean> {
  const answer = await ask(url, MAX_INDEX_BYTES, run);
  return !isFault(answer) && answer.status === 200 && !isHtml(answer);
}

function ask(url: string, bytes: number, run: DeploymentRun): Promise<HttpAnswer> {
  const request = { timeoutMs: run.timeoutMs, maxBytes: bytes + SPARE_BYTES };
  return requestPatiently(run.client, url, request, run.patience);
}
