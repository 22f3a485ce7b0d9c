import http from 'node:http';
import https from 'node:https';
import { type HttpAnswer, type HttpFaultCode, type HttpRequest, isFault } from './http-exchange';
import { type Agents, sendRequest } from './http-request';
import { guardedLookup, policyFault, type RequestPolicy } from './request-policy';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Sends requests within a policy. */
export interface HttpClient {
  /** Follows redirects within the policy. Never rejects. */
  request(url: string, request: HttpRequest): Promise<HttpAnswer>;
  /** Closes all connections. */
  close(): void;
}

/**
 * A client that sees the bytes on the wire: no content coding is undone, no cookie is kept, no
 * credentials and no proxy are used. Certificates are checked as Node does, with those of
 * NODE_EXTRA_CA_CERTS.
 *
 * @param signal ends all requests when the time of the whole run is up
 */
export function createHttpClient(
  policy: RequestPolicy,
  maxConnections: number,
  signal: AbortSignal,
): HttpClient {
  const options = {
    keepAlive: true,
    maxSockets: maxConnections,
    lookup: guardedLookup(policy),
    autoSelectFamily: true,
  };
  const agents: Agents = { http: new http.Agent(options), https: new https.Agent(options) };
  return {
    request: (url, request) => follow(url, request, policy, agents, signal),
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

async function follow(
  first: string,
  request: HttpRequest,
  policy: RequestPolicy,
  agents: Agents,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const asked: string[] = [];
  const begin = Date.now();
  let url = new URL(first);
  for (;;) {
    const refused = policyFault(url, policy);
    if (refused) {
      const shown = withoutCredentials(url);
      return { fault: refused.code, url: shown, detail: refused.detail, redirectedFrom: asked };
    }
    // One deadline for all redirects together.
    const left = Math.max(1, request.timeoutMs - (Date.now() - begin));
    const answer = await sendRequest(url, request, agents, signal, left);
    const location = isFault(answer) ? undefined : answer.headers.location;
    if (isFault(answer) || location === undefined || !REDIRECTS.has(answer.status)) {
      return { ...answer, redirectedFrom: asked };
    }
    asked.push(url.href);
    const refuse = (fault: HttpFaultCode, detail: string) =>
      ({ fault, url: url.href, detail, redirectedFrom: asked }) satisfies HttpAnswer;
    if (!URL.canParse(location, url.href)) {
      return refuse('http/redirect-nowhere', `Location: ${bareLocation(location)}`);
    }
    if (asked.length > MAX_REDIRECTS) {
      return refuse('http/redirect-loop', `more than ${MAX_REDIRECTS} redirects`);
    }
    url = new URL(location, url);
  }
}

/** A URL that is refused is reported, and a password in it must not be. */
function withoutCredentials(url: URL): string {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare.href;
}

/** The same of a text that is no URL. */
const bareLocation = (location: string) => location.slice(0, 200).replace(/\/\/[^/]*@/g, '//');
