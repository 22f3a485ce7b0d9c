import { digestOf } from '@nx-agent-skills/artifact';
import { decodeBody } from './content-coding';
import type { DeploymentRun } from './deployment-run';
import { diagnoseAnswer } from './diagnose-answer';
import { diagnoseBytes } from './diagnose-bytes';
import { diagnoseHeaders, isEncoded } from './diagnose-headers';
import { type Diagnosis, diagnose } from './diagnosis';
import type { ExpectedPart } from './expected-skill';
import { type HttpAnswer, type HttpResponse, isFault, MAX_ARTIFACT_BYTES } from './http-exchange';
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

/** Beyond the promised size, so that a longer page in its place is still recognised. */
const SPARE_BYTES = 1024 * 1024;

/**
 * Requests a file and compares its bytes with the digest that was promised. A copy of another build
 * is asked for again as long as the patience of the run lasts.
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
  const { answer, attempts } = await patiently(run.patience, attempt, isStale);
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
  const { received, diagnoses } = decodeText(answer, part, maxBytes);
  const digest = digestOf(received.body);
  const isExpected = digest === part.digest;
  const found = isExpected
    ? diagnoseHeaders(answer, part.kind)
    : [diagnoseBytes(received, part, earlier)];
  // A page in place of the file tells nothing about the file.
  const isPage = found.some(({ code }) => code === 'deploy/catch-all-page');
  return {
    diagnoses: [...diagnoses, ...found],
    evidence: { ...evidence, digest, bytes: received.body.length },
    ...(isPage ? {} : { body: received.body }),
    isExpected,
  };
}

/** Clients decode text before they hash it, and no host can be told not to compress it. */
function decodeText(
  answer: HttpAnswer & HttpResponse,
  { kind }: ExpectedPart,
  maxBytes: number,
): { received: HttpAnswer & HttpResponse; diagnoses: Diagnosis[] } {
  if (!isEncoded(answer)) return { received: answer, diagnoses: [] };
  const coding = answer.headers['content-encoding'] ?? '';
  const url = answer.redirectedFrom[0] ?? answer.url;
  if (kind === 'tar.gz' || kind === 'zip') {
    const detail = `content-encoding: ${coding}`;
    return { received: answer, diagnoses: [diagnose('http/content-encoding', url, detail)] };
  }
  const body = decodeBody(answer.body, coding, maxBytes);
  return body === undefined
    ? { received: answer, diagnoses: [] }
    : {
        received: { ...answer, body },
        diagnoses: [diagnose('http/content-encoding-text', url, `content-encoding: ${coding}`)],
      };
}
