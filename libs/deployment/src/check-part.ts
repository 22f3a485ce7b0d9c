import { digestOf } from '@nx-agent-skills/artifact';
import { type DecodedAnswer, decodeAnswer } from './decode-answer';
import type { DeploymentRun } from './deployment-run';
import { diagnoseAnswer } from './diagnose-answer';
import { diagnoseBytes } from './diagnose-bytes';
import { diagnoseHeaders, isEncoded } from './diagnose-headers';
import { type Diagnosis, diagnose } from './diagnosis';
import type { ExpectedPart } from './expected-skill';
import {
  type HttpAnswer,
  type HttpResponse,
  isFault,
  MAX_ARTIFACT_BYTES,
  SPARE_BYTES,
} from './http-exchange';
import { type Evidence, evidenceOf } from './kept-headers';
import { patiently, requestPatiently } from './patience';

/** What was seen of one file. */
export interface CheckedPart {
  diagnoses: Diagnosis[];
  evidence: Evidence;
  /** The bytes of the file, when it was received. */
  body?: Buffer;
  /** Whether they are the promised ones. */
  isExpected: boolean;
}

/**
 * Requests a file and compares its bytes with the digest that was promised. A copy of another build
 * is asked for again, as long as the patience with one request lasts.
 */
export async function checkPart(part: ExpectedPart, run: DeploymentRun): Promise<CheckedPart> {
  const maxBytes = part.size === undefined ? MAX_ARTIFACT_BYTES : part.size + SPARE_BYTES;
  const request = { timeoutMs: run.timeoutMs, maxBytes };
  const attempt = async () => {
    const answer = await requestPatiently(run.client, part.url, request, run.patience);
    return judge(answer, part, run, maxBytes);
  };
  const isStale = ({ diagnoses }: CheckedPart) =>
    diagnoses.some(({ code }) => code === 'deploy/stale-copy');
  // Where one copy has stayed stale all the time, the others are not each waited for anew.
  const patience = run.hasWaitedInVain ? { ...run.patience, limitMs: 0 } : run.patience;
  const { answer, attempts } = await patiently(patience, attempt, isStale);
  if (attempts > 1 && isStale(answer)) run.hasWaitedInVain = true;
  return attempts === 1 ? answer : { ...answer, evidence: { ...answer.evidence, attempts } };
}

function judge(
  answer: HttpAnswer,
  part: ExpectedPart,
  { earlier, servesDotFolders }: DeploymentRun,
  maxBytes: number,
): CheckedPart {
  const evidence = evidenceOf(answer);
  const nothing = diagnoseAnswer(answer, servesDotFolders);
  if (nothing || isFault(answer)) {
    return { diagnoses: nothing ? [nothing] : [], evidence, isExpected: false };
  }
  const { received, isRead, diagnoses } = decodePart(answer, part, maxBytes);
  const digest = digestOf(received.body);
  const isExpected = digest === part.digest;
  const unlike = isRead ? [diagnoseBytes(received, part, earlier)] : [];
  const found = isExpected ? diagnoseHeaders(answer, part.kind) : unlike;
  // A page in place of the file tells nothing about the file.
  const isPage = found.some(({ code }) => code === 'deploy/catch-all-page');
  return {
    diagnoses: [...diagnoses, ...found],
    evidence: { ...evidence, digest, bytes: received.body.length },
    ...(isPage ? {} : { body: received.body }),
    isExpected,
  };
}

/** An archive is hashed as it is: clients that decode it drop it. */
function decodePart(
  answer: HttpAnswer & HttpResponse,
  { kind }: ExpectedPart,
  maxBytes: number,
): DecodedAnswer {
  const isArchive = kind === 'tar.gz' || kind === 'zip';
  if (!isArchive || !isEncoded(answer)) return decodeAnswer(answer, maxBytes);
  const detail = `content-encoding: ${answer.headers['content-encoding']}`;
  const url = answer.redirectedFrom[0] ?? answer.url;
  const diagnoses = [diagnose('http/content-encoding', url, detail)];
  return { received: answer, isRead: true, diagnoses };
}
