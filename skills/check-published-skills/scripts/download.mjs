import http from 'node:http';
import https from 'node:https';
import { show } from './finding.mjs';

export const MAX_REDIRECTS = 5;

/** A download that gave no usable answer. `code` is a heading of references/failures.md. */
export class DownloadError extends Error {
  constructor(code, message) {
    super(message);
    this.name = 'DownloadError';
    this.code = code;
  }
}

/** True for https, and for plain http on this very machine (a preview server). */
export function isAllowedUrl(url) {
  if (url.username || url.password) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname);
}

/**
 * Gets one URL and follows at most five redirects that stay on its origin. One deadline covers
 * name look-up, connection, redirects, headers and body, so that a dripping body cannot hang a run.
 *
 * @param {URL} url
 * @param {{ maxBytes: number, timeoutMs: number, acceptEncoding?: string }} limits
 * @returns {Promise<{ url: URL, status: number, headers: object, body: Buffer }>} the body holds the
 *   bytes as they crossed the network: no content decoding, because digests are about raw bytes.
 * @throws {DownloadError} unreachable, too-large or redirect
 */
export async function download(url, { maxBytes, timeoutMs, acceptEncoding = 'identity' }) {
  const signal = AbortSignal.timeout(Math.max(1, timeoutMs));
  let current = url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await request(current, acceptEncoding, signal);
    const location = response.headers.location;
    if (![301, 302, 303, 307, 308].includes(response.statusCode) || location === undefined) {
      const body = await readBody(response, current, maxBytes, signal);
      return { url: current, status: response.statusCode, headers: response.headers, body };
    }
    response.destroy();
    current = redirectTarget(location, current);
  }
  throw new DownloadError('redirect', `${url} redirects more than ${MAX_REDIRECTS} times`);
}

function isLoopback(hostname) {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function request(url, acceptEncoding, signal) {
  const client = url.protocol === 'https:' ? https : http;
  const headers = { 'accept-encoding': acceptEncoding, 'user-agent': 'check-published-skills' };
  return new Promise((resolve, reject) => {
    const fail = (error) => reject(unreachable(url, error, signal));
    client.get(url, { headers, signal }, resolve).on('error', fail);
  });
}

async function readBody(response, url, maxBytes, signal) {
  const chunks = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      size += chunk.length;
      if (size > maxBytes) {
        throw new DownloadError('too-large', `${url} is larger than ${maxBytes} bytes`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    response.destroy();
    throw error instanceof DownloadError ? error : unreachable(url, error, signal);
  }
  return Buffer.concat(chunks);
}

function redirectTarget(location, from) {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (target === undefined || target.origin !== from.origin || !isAllowedUrl(target)) {
    throw new DownloadError('redirect', `${from} redirects off its origin, to ${show(location)}`);
  }
  return target;
}

function unreachable(url, error, signal) {
  if (signal.aborted) return new DownloadError('unreachable', `${url} did not finish in time`);
  // With several addresses for one name, Node reports an AggregateError without a message.
  const reasons = (error.errors ?? [error]).map((each) => each.message || each.code);
  return new DownloadError('unreachable', `${url}: ${reasons.join('; ')}`);
}
