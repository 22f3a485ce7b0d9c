import { decodeBody } from './content-coding';
import { isEncoded } from './diagnose-headers';
import { type Diagnosis, diagnose } from './diagnosis';
import type { HttpAnswer, HttpResponse } from './http-exchange';

/** A text as clients read it. */
export interface DecodedAnswer {
  /** With the body as it came where its coding could not be undone. */
  received: HttpAnswer & HttpResponse;
  /** Whether the body is what the host meant. */
  isRead: boolean;
  diagnoses: Diagnosis[];
}

/** Undoes the content coding of a text: clients do so, and no host can be told not to compress it. */
export function decodeAnswer(answer: HttpAnswer & HttpResponse, maxBytes: number): DecodedAnswer {
  if (!isEncoded(answer)) return { received: answer, isRead: true, diagnoses: [] };
  const coding = answer.headers['content-encoding'] ?? '';
  const body = decodeBody(answer.body, coding, maxBytes);
  const url = answer.redirectedFrom[0] ?? answer.url;
  const code = body ? 'http/content-encoding-text' : 'http/content-encoding-unread';
  return {
    received: { ...answer, body: body ?? answer.body },
    isRead: body !== undefined,
    diagnoses: [diagnose(code, url, `content-encoding: ${coding}`)],
  };
}
