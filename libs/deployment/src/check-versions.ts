import { digestOf } from '@nx-agent-skills/artifact';
import {
  artifactUrl,
  type Origin,
  parseVersions,
  publishedPath,
  type Versions,
  VersionsError,
} from '@nx-agent-skills/discovery';
import { describeReleases, lostReleases, type ReleaseDigests } from './compare-versions';
import { decodeAnswer } from './decode-answer';
import type { DeploymentRun } from './deployment-run';
import { catchAllPage, diagnoseAnswer, isHtml } from './diagnose-answer';
import { diagnoseBytes } from './diagnose-bytes';
import { diagnoseHeaders } from './diagnose-headers';
import { type Diagnosis, diagnose } from './diagnosis';
import type { DiagnosisCode } from './diagnosis-table';
import type { ExpectedVersions } from './expected-versions';
import { type HttpAnswer, type HttpResponse, isFault, MAX_VERSIONS_BYTES } from './http-exchange';
import { cacheSigns, type Evidence, evidenceOf } from './kept-headers';
import { patiently, requestPatiently } from './patience';

/** What the list of releases has to be. */
export interface PromisedVersions {
  /** The list that was built. */
  built?: ExpectedVersions | undefined;
  /** Whether there is a report, so that what it does not have was not built. */
  isReported: boolean;
  /** The releases of before, which must still be there. */
  before: ReleaseDigests;
}

/** What is served as the list of releases. */
export interface CheckedVersions {
  /** The list, when one came that can be read. */
  served?: Versions;
  /** Whether nothing is served there, or a page in place of it. */
  isAbsent: boolean;
  diagnoses: Diagnosis[];
  evidence: Evidence;
}

/**
 * Requests the versions.json of an origin and compares it with what was built, and with what was
 * published before. A list of another build is asked for again, as long as the patience lasts.
 */
export async function checkVersions(
  origin: Origin,
  promised: PromisedVersions,
  run: DeploymentRun,
): Promise<CheckedVersions> {
  const url = artifactUrl(origin, publishedPath.versions);
  const request = { timeoutMs: run.timeoutMs, maxBytes: MAX_VERSIONS_BYTES };
  const { answer: seen, attempts } = await patiently(
    run.patience,
    async () => {
      const answer = await requestPatiently(run.client, url, request, run.patience);
      return { ...judge(answer, promised, url, run), evidence: evidenceOf(answer) };
    },
    ({ diagnoses }) => diagnoses.some(({ code }) => mayChange(code, promised)),
  );
  return attempts === 1 ? seen : { ...seen, evidence: { ...seen.evidence, attempts } };
}

/** What a cache or an upload that is not at its end may show for a while. */
const MAY_CHANGE = new Set<DiagnosisCode>([
  'deploy/stale-copy',
  'snapshots/missing',
  'snapshots/differs',
]);

/** With a report, a release that vanished was not built, or the list differs from it. */
const mayChange = (code: DiagnosisCode, { isReported }: PromisedVersions) =>
  MAY_CHANGE.has(code) || (code === 'snapshots/vanished' && !isReported);

/** How hosts say that there is no such file; some say so with a refusal. */
const ABSENCE = new Set<DiagnosisCode>([
  'deploy/file-missing',
  'deploy/dot-folder-dropped',
  'deploy/catch-all-page',
  'http/forbidden',
]);

type Judgement = Omit<CheckedVersions, 'evidence'>;

function judge(
  answer: HttpAnswer,
  promised: PromisedVersions,
  url: string,
  run: DeploymentRun,
): Judgement {
  const nothing = noList(answer, run);
  if (nothing || isFault(answer)) return withoutList(nothing, promised, url);
  const { received, isRead, diagnoses: coding } = decodeAnswer(answer, MAX_VERSIONS_BYTES);
  if (!isRead) return { isAbsent: false, diagnoses: coding };
  const { served, problems } = readVersions(received.body);
  const unlike = compare(received, served, promised, run.earlier);
  const diagnoses = [
    ...unlike,
    ...(problems === '' ? [] : [diagnose('snapshots/invalid', url, problems)]),
    ...(served ? lostReleases(promised.before, served.digests, url) : []),
    ...(served ? diagnoseHeaders(answer, 'index') : []),
    ...coding,
  ];
  return { ...(served ? { served } : {}), isAbsent: false, diagnoses };
}

/** Why an answer is no file, or a page in place of one. */
function noList(answer: HttpAnswer, run: DeploymentRun): Diagnosis | undefined {
  const nothing = diagnoseAnswer(answer, run.servesDotFolders);
  if (nothing || isFault(answer)) return nothing;
  const isText = /^\s*[{[]/.test(answer.body.toString('latin1', 0, 100));
  return isHtml(answer) && !isText ? catchAllPage(answer, answer.body) : undefined;
}

function withoutList(
  nothing: Diagnosis | undefined,
  { built, before }: PromisedVersions,
  url: string,
): Judgement {
  const isAbsent = nothing !== undefined && ABSENCE.has(nothing.code);
  if (!isAbsent) return { isAbsent, diagnoses: nothing ? [nothing] : [] };
  const isMissing = nothing.code === 'deploy/file-missing';
  const releases = `${Object.keys(built?.digests ?? {}).length} releases were built`;
  const missing = isMissing ? diagnose('snapshots/missing', url, releases) : nothing;
  return { isAbsent, diagnoses: [...(built ? [missing] : []), ...lostReleases(before, {}, url)] };
}

function readVersions(body: Buffer): { served?: Versions; problems: string } {
  try {
    return { served: parseVersions(body.toString('utf8')), problems: '' };
  } catch (error) {
    if (!(error instanceof VersionsError)) throw error;
    return { problems: error.problems.join('; ') };
  }
}

/** How the served list differs from the one that was built. */
function compare(
  answer: HttpAnswer & HttpResponse,
  served: Versions | undefined,
  { built, isReported, before }: PromisedVersions,
  earlier: ReadonlySet<string>,
): Diagnosis[] {
  const bytes = Buffer.from(built?.text ?? '', 'utf8');
  if (!isReported || answer.body.equals(bytes)) return [];
  const differences = served ? describeReleases(built?.digests ?? {}, served.digests) : '';
  if (!served || differences === '') {
    const expected = { digest: digestOf(bytes), size: bytes.length, built: () => bytes };
    return built ? [diagnoseBytes(answer, expected, earlier)] : [];
  }
  const signs = cacheSigns(answer);
  const isStale =
    earlier.has(digestOf(answer.body)) ||
    describeReleases(before, served.digests) === '' ||
    /age: [1-9]|HIT/.test(signs);
  const detail = `${differences}${signs === '' ? '' : ` (${signs})`}`;
  const url = answer.redirectedFrom[0] ?? answer.url;
  return [diagnose(isStale ? 'deploy/stale-copy' : 'snapshots/differs', url, detail)];
}
