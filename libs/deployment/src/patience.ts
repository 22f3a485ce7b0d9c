import type { HttpClient } from './http-client';
import { type HttpAnswer, type HttpRequest, isFault } from './http-exchange';

/** How long a run waits for a host to come round, and what the time is. */
export interface Patience {
  /** How long one request is tried again, from the first answer that may still change, in milliseconds. */
  limitMs: number;
  /** A moment of `now`, in milliseconds: the end of the whole run, after which nothing is tried again. */
  end: number;
  now(): number;
  sleep(ms: number): Promise<void>;
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/**
 * Asks again, each time after twice the wait, while the answer may still change.
 *
 * @param waitFor milliseconds that the host asks to wait, at least
 * @returns the last answer, and how often was asked
 */
export async function patiently<T>(
  patience: Patience,
  attempt: () => Promise<T>,
  isPassing: (answer: T) => boolean,
  waitFor: (answer: T) => number | undefined = () => undefined,
): Promise<{ answer: T; attempts: number }> {
  let wait = FIRST_WAIT;
  let until: number | undefined;
  for (let attempts = 1; ; attempts += 1) {
    const answer = await attempt();
    const ms = Math.max(waitFor(answer) ?? 0, wait);
    if (!isPassing(answer)) return { answer, attempts };
    until ??= Math.min(patience.now() + patience.limitMs, patience.end);
    if (patience.now() + ms > until) return { answer, attempts };
    await patience.sleep(ms);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

/** Requests a URL; a host that has had too many requests is given the time it asks for, within limits. */
export async function requestPatiently(
  client: HttpClient,
  url: string,
  request: HttpRequest,
  patience: Patience,
): Promise<HttpAnswer> {
  const { answer } = await patiently(
    patience,
    () => client.request(url, request),
    isRateLimited,
    (limited) => retryAfter(limited, patience.now()),
  );
  return answer;
}

function isRateLimited(answer: HttpAnswer): boolean {
  if (isFault(answer)) return false;
  return answer.status === 429 || (answer.status === 503 && 'retry-after' in answer.headers);
}

/** Retry-After in milliseconds: seconds or a date (RFC 9110, 10.2.3). */
function retryAfter({ headers = {} }: HttpAnswer, now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
