import type { HttpClient } from './http-client';
import { type HttpAnswer, type HttpRequest, isFault } from './http-exchange';

/** How long a run waits for a host to come round, and what the time is. */
export interface Patience {
  /** A moment of `now`, in milliseconds; after it nothing is tried again. */
  until: number;
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
  for (let attempts = 1; ; attempts += 1) {
    const answer = await attempt();
    const ms = Math.max(waitFor(answer) ?? 0, wait);
    if (!isPassing(answer) || patience.now() + ms > patience.until) return { answer, attempts };
    await patience.sleep(ms);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

/** Requests a URL, and waits as long as a host that has had too many requests asks for. */
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
