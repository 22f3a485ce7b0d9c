import { digestOf } from '@nx-agent-skills/artifact';
import {
  artifactUrl,
  type Origin,
  publishedPath,
  wellKnownIndexUrl,
} from '@nx-agent-skills/discovery';
import { REPORT_FILES } from '@nx-agent-skills/publication';
import { decodeBody } from './content-coding';
import type { DeploymentRun } from './deployment-run';
import { diagnoseAnswer, isHtml } from './diagnose-answer';
import { diagnoseBytes } from './diagnose-bytes';
import { type Diagnosis, diagnose } from './diagnosis';
import type { ExpectedIndex } from './expected-index';
import { type HttpAnswer, type HttpResponse, isFault, MAX_INDEX_BYTES } from './http-exchange';
import { requestPatiently } from './patience';
import { runBounded } from './run-bounded';
import { readServedIndex } from './served-index';

/** Beyond what is expected, so that a longer page in its place is still recognised. */
const SPARE_BYTES = 1024 * 1024;

/**
 * Checks everything around the index: its copies, the root of the domain, HEAD, CORS and the pages
 * for people.
 *
 * @param main what was answered for the index itself
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
    return isBuilt ? summarise(await checkCopies(expected, run, atOnce)) : [];
  const scoped = artifactUrl(origin, publishedPath.catalogueIndex);
  const hasCopies = isBuilt || (await isServed(scoped, run));
  const copies = hasCopies ? await checkCopies(expected, run, atOnce) : [];
  return [
    ...summarise(copies),
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
    const body = decodeBody(answer.body, answer.headers['content-encoding'] ?? '', MAX_INDEX_BYTES);
    const built = Buffer.from(text, 'utf8');
    if (body?.equals(built)) return undefined;
    const received = { ...answer, body: body ?? answer.body };
    if (isHtml(received) || readServedIndex(received.body, url).entries.length === 0) {
      const promised = { digest: digestOf(built), size: built.length, built: () => built };
      return diagnoseBytes(received, promised, run.earlier);
    }
    return diagnose('index/copy-differs', url, `received ${digestOf(received.body)}`);
  });
  return found.filter((each) => each !== undefined);
}

/** A thousand indexes of single skills are usually missing for one reason. */
function summarise(diagnoses: readonly Diagnosis[]): Diagnosis[] {
  const groups = new Map<string, Diagnosis[]>();
  for (const each of diagnoses) groups.set(each.code, [...(groups.get(each.code) ?? []), each]);
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group;
    if (!first || others.length < 3) return group;
    const message = `${first.message} The same is true of ${others.length} more, such as ${others[0]?.url}.`;
    return [{ ...first, message }];
  });
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
  if (isFault(answer) || answer.status !== 200 || answer.body.equals(main.body)) return [];
  const { entries } = readServedIndex(answer.body, answer.url);
  if (entries.length === 0) return [];
  return [
    diagnose('index/other-at-root', url, `${entries.length} entries, ${digestOf(answer.body)}`),
  ];
}

async function checkHead(origin: Origin, run: DeploymentRun): Promise<Diagnosis[]> {
  const url = wellKnownIndexUrl(origin);
  const request = { method: 'HEAD', timeoutMs: run.timeoutMs, maxBytes: 0 } as const;
  const answer = await run.client.request(url, request);
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
