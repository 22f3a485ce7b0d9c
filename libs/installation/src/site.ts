import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createHttpClient,
  DEPLOYMENT_DEFAULTS,
  type HttpAnswer,
  type HttpResponse,
  isFault,
  requestPatiently,
} from '@nx-agent-skills/deployment';
import type { Origin } from '@nx-agent-skills/discovery';
import { showPath } from '@nx-agent-skills/skill';
import { InstallationError } from './installation-error';
import type { LockAccess } from './lock-file';

/** How a site may be read, and how long that may take. */
export interface SiteOptions extends LockAccess {
  /** Whether the origin may have a private address, as it does in an intranet. */
  readonly allowPrivate: boolean;
  /** For one request, in milliseconds. */
  readonly timeoutMs: number;
  /** For everything together, in milliseconds. */
  readonly totalTimeoutMs: number;
  /** How long a request is tried again that the host refuses for now, in milliseconds. */
  readonly patienceMs: number;
}

/** What holds unless the user says otherwise. */
export const SITE_DEFAULTS = {
  preview: false,
  allowedHosts: [],
  allowPrivate: false,
  timeoutMs: DEPLOYMENT_DEFAULTS.timeoutMs,
  totalTimeoutMs: DEPLOYMENT_DEFAULTS.totalTimeoutMs,
  patienceMs: DEPLOYMENT_DEFAULTS.patienceMs,
} as const satisfies SiteOptions;

/** Requests at the same time. */
export const REQUESTS_AT_ONCE = DEPLOYMENT_DEFAULTS.concurrency;

/** An origin whose files are read, with the limits of the checks after a deploy. */
export interface Site {
  readonly origin: Origin;
  /** Never rejects. */
  request(url: string, maxBytes: number): Promise<HttpAnswer>;
}

/** Opens a site for a task, and closes all connections after it. */
export async function withSite<T>(
  origin: Origin,
  options: SiteOptions,
  task: (site: Site) => Promise<T>,
): Promise<T> {
  const { allowedHosts, allowPrivate, timeoutMs, totalTimeoutMs, patienceMs } = options;
  const controller = new AbortController();
  const { signal } = controller;
  // Every request listens to it.
  setMaxListeners(0, signal);
  const timer = setTimeout(() => controller.abort(), totalTimeoutMs);
  const policy = { origin: new URL(origin.href), allowedHosts, allowPrivate, resolve: {} };
  const client = createHttpClient(policy, REQUESTS_AT_ONCE, signal);
  const patience = {
    limitMs: patienceMs,
    end: Date.now() + totalTimeoutMs,
    now: Date.now,
    // The end of the time ends the waiting too.
    sleep: (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined),
  };
  try {
    return await task({
      origin,
      request: (url, maxBytes) => requestPatiently(client, url, { timeoutMs, maxBytes }, patience),
    });
  } finally {
    clearTimeout(timer);
    client.close();
  }
}

/**
 * Receives a file.
 *
 * @param what names the file in errors
 * @throws InstallationError, as `requireFile` does
 */
export async function receive(
  site: Site,
  url: string,
  maxBytes: number,
  what: string,
): Promise<HttpAnswer & HttpResponse> {
  return requireFile(await site.request(url, maxBytes), url, what);
}

/**
 * Makes sure that an answer is a file.
 *
 * @param url what was asked for
 * @param what names the file in errors
 * @throws InstallationError `installation/missing` when there is none, `installation/request` when
 *   it cannot be received
 */
export function requireFile(
  answer: HttpAnswer,
  url: string,
  what: string,
): HttpAnswer & HttpResponse {
  if (!isFault(answer) && answer.status === 200) return answer;
  const detail = isFault(answer) ? `${answer.detail} (${answer.fault})` : `status ${answer.status}`;
  const seen = showPath(detail.slice(0, 300));
  if (isMissing(answer)) {
    throw new InstallationError(
      'installation/missing',
      `${what} is not at ${url}: ${seen}.`,
      'look whether the origin is right. A release that was taken down is gone: lock the one of today, or take an earlier lock from git.',
    );
  }
  throw new InstallationError(
    'installation/request',
    `${what} could not be received from ${url}: ${seen}.`,
    'look at the network and the host, then run it again. Another host needs --allowed-host, an intranet --allow-private.',
  );
}

/** Whether a host says that there is no such file; some stores answer 403 for what is not there. */
export function isMissing(answer: HttpAnswer): boolean {
  return !isFault(answer) && [403, 404, 410].includes(answer.status);
}
