import { digestOf } from '@nx-agent-skills/artifact';
import { type IndexEntry, type Origin, wellKnownIndexUrl } from '@nx-agent-skills/discovery';
import { checkIndexCopies } from './check-index-copies';
import { type CheckResult, resultOf } from './check-result';
import { decodeAnswer } from './decode-answer';
import type { DeploymentRun } from './deployment-run';
import { catchAllPage, diagnoseAnswer, isHtml } from './diagnose-answer';
import { diagnoseHeaders } from './diagnose-headers';
import { type JudgedIndex, judgeIndex } from './diagnose-index';
import { type Diagnosis, diagnose } from './diagnosis';
import type { DiagnosisCode } from './diagnosis-table';
import { type ExpectedIndex, repeatedIndex } from './expected-index';
import { type HttpAnswer, type HttpResponse, isFault, MAX_INDEX_BYTES } from './http-exchange';
import { type Evidence, evidenceOf } from './kept-headers';
import { patiently, requestPatiently } from './patience';
import { readServedIndex } from './served-index';

/** What the check of the index has shown. */
export interface CheckedIndex {
  result: CheckResult;
  /** What clients find in the served index. */
  entries: readonly IndexEntry[];
  /** Where it was served from in the end. */
  url: string;
  /** The names of entries that clients do not find as they were built. */
  unlike: ReadonlySet<string>;
}

/**
 * Checks the index that is served at the origin, its copies, what the root of the domain serves,
 * and whether HEAD and web pages are answered.
 *
 * @param expected the index that was built; without it the served one is checked against itself
 */
export async function checkIndex(
  origin: Origin,
  expected: ExpectedIndex | undefined,
  run: DeploymentRun,
  atOnce: number,
): Promise<CheckedIndex> {
  const url = wellKnownIndexUrl(origin);
  const { answer: seen, attempts } = await patiently(
    run.patience,
    () => requestIndex(url, expected, run),
    ({ diagnoses }) => diagnoses.some(({ code }) => MAY_CHANGE.has(code)),
  );
  const { answer, entries, diagnoses } = seen;
  const repeated = expected ?? ownIndex(entries, seen.body, origin);
  const beside = isFault(answer)
    ? []
    : await checkIndexCopies(
        origin,
        repeated,
        { ...answer, body: seen.body ?? answer.body },
        run,
        atOnce,
        expected !== undefined,
      );
  const evidence: Evidence = {
    ...evidenceOf(answer),
    ...(seen.body ? { digest: digestOf(seen.body), bytes: seen.body.length } : {}),
    ...(expected ? { built: expected.entries.length } : {}),
    served: entries.length,
    ...(attempts > 1 ? { attempts } : {}),
  };
  const message = expected
    ? `The served index is exact: built ${expected.entries.length}, served ${entries.length}.`
    : `Clients read the served index: served ${entries.length}.`;
  return {
    result: resultOf({ check: 'index' }, [...diagnoses, ...beside], message, evidence),
    entries,
    url: answer.url,
    unlike: seen.unlike ?? new Set(),
  };
}

/** What a cache or an upload that is not at its end may show for a while. */
const MAY_CHANGE = new Set<DiagnosisCode>([
  'deploy/stale-copy',
  'index/differs',
  'index/other-origin',
]);

interface SeenIndex extends JudgedIndex {
  answer: HttpAnswer;
  body?: Buffer;
}

async function requestIndex(
  url: string,
  expected: ExpectedIndex | undefined,
  run: DeploymentRun,
): Promise<SeenIndex> {
  const request = { timeoutMs: run.timeoutMs, maxBytes: MAX_INDEX_BYTES };
  const answer = await requestPatiently(run.client, url, request, run.patience);
  const nothing = diagnoseAnswer(answer);
  if (nothing || isFault(answer)) {
    return { answer, entries: [], diagnoses: nothing ? [nothing] : [] };
  }
  const { received, isRead, diagnoses: coding } = decodeAnswer(answer, MAX_INDEX_BYTES);
  if (!isRead) return { answer, entries: [], diagnoses: coding };
  const judged = expected ? judgeIndex(received, expected, run.earlier) : readAlone(received);
  const isIndex = judged.entries.length > 0 || judged.diagnoses.length === 0;
  const headers = isIndex ? diagnoseHeaders(answer, 'index') : [];
  return {
    ...judged,
    answer,
    body: received.body,
    diagnoses: [...judged.diagnoses, ...emptiness(judged, expected, url), ...headers, ...coding],
  };
}

/** An index of which nothing is known but what it says itself. */
function readAlone(answer: HttpAnswer & HttpResponse): JudgedIndex {
  const isPage = isHtml(answer) && !/^\s*[{[]/.test(answer.body.toString('latin1', 0, 100));
  return isPage
    ? { entries: [], diagnoses: [catchAllPage(answer, answer.body)] }
    : readServedIndex(answer.body, answer.url);
}

/** An index without entries passes all comparisons, and nothing can be installed from it. */
function emptiness(
  { entries, diagnoses }: JudgedIndex,
  expected: ExpectedIndex | undefined,
  url: string,
): Diagnosis[] {
  const isRefused = diagnoses.some(({ severity }) => severity === 'error');
  if (entries.length > 0 || isRefused) return [];
  return [diagnose(expected ? 'index/empty-as-built' : 'index/empty', url)];
}

/** The served index, when it is written exactly as ours are: then its copies are looked for too. */
function ownIndex(
  entries: readonly IndexEntry[],
  body: Buffer | undefined,
  origin: Origin,
): ExpectedIndex | undefined {
  const names = new Set(entries.map(({ name }) => name));
  if (body === undefined || names.size === 0 || names.size < entries.length) return undefined;
  const repeated = repeatedIndex(entries, origin);
  return Buffer.from(repeated.text, 'utf8').equals(body) ? repeated : undefined;
}
