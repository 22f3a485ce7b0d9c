import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { describeHttpError, type HttpPhase } from './http-error';
import type { HttpFault, HttpFaultCode, HttpRequest, HttpResponse } from './http-exchange';

/** What is kept of a body that is not received to its end, in bytes. */
const KEPT_START = 4096;

type Answer = HttpResponse | HttpFault;

/** The sockets of a run. */
export interface Agents {
  http: http.Agent;
  https: https.Agent;
}

/** How far a request is. */
interface Exchange {
  phase: HttpPhase;
  response?: IncomingMessage;
  chunks: Buffer[];
  /** In all chunks. */
  bytes: number;
}

/**
 * Sends one request and follows nothing. The bytes of the body are those on the wire, since no
 * content coding is undone, and none is asked for unless the request says so. Never rejects.
 *
 * @param signal ends the request when the time of the whole run is up
 * @param leftMs what earlier requests have left of the time, in milliseconds
 */
export function sendRequest(
  url: URL,
  request: HttpRequest,
  agents: Agents,
  signal: AbortSignal,
  leftMs: number = request.timeoutMs,
): Promise<Answer> {
  return new Promise((resolve) => {
    const begin = Date.now();
    const exchange: Exchange = { phase: 'connect', chunks: [], bytes: 0 };
    const sent = openRequest(url, request, agents, exchange);
    let isSettled = false;
    const settle = (answer: Answer | Promise<Answer>, keepsConnection: boolean) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onRunEnd);
      resolve(answer);
      if (!keepsConnection) sent.destroy();
    };
    const fail = (fault: HttpFaultCode, detail: string) =>
      settle({ fault, url: url.href, detail, ...seenOf(exchange) }, false);
    const onError = (error: Error) => {
      if (isSettled) return;
      const { phase, bytes } = exchange;
      // The server closed a kept connection at the moment when it was used again.
      if (sent.reusedSocket && phase === 'headers') {
        const left = Math.max(1, leftMs - (Date.now() - begin));
        settle(sendRequest(url, request, agents, signal, left), false);
        return;
      }
      const { fault, detail } = describeHttpError(error, phase);
      fail(fault, phase === 'body' ? `${detail}, after ${bytes} bytes` : detail);
    };
    const onRunEnd = () => fail('run/time-limit', 'the time of the whole run is up');
    const timer = setTimeout(
      () => fail('http/timeout', slowPhase(exchange, request.timeoutMs)),
      leftMs,
    );
    signal.addEventListener('abort', onRunEnd, { once: true });
    if (signal.aborted) onRunEnd();
    sent.on('error', onError);
    sent.on('response', (response) => {
      response.on('error', onError);
      exchange.response = response;
      exchange.phase = 'body';
      receiveBody(response, exchange, url, request, settle, fail);
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      const { statusCode: status = 0, headers } = response;
      const answer = { url: url.href, status, headers: headersOf(headers), body: Buffer.alloc(0) };
      settle(answer, false);
    });
    sent.end();
  });
}

/** Opens a request that tells the exchange when it is connected. */
function openRequest(
  url: URL,
  request: HttpRequest,
  agents: Agents,
  exchange: Exchange,
): http.ClientRequest {
  const isSecure = url.protocol === 'https:';
  const sent = (isSecure ? https : http).request(url, {
    method: request.method ?? 'GET',
    agent: isSecure ? agents.https : agents.http,
    headers: {
      accept: '*/*',
      'accept-encoding': request.acceptEncoding ?? 'identity',
      'cache-control': 'no-cache',
      'user-agent': 'nx-agent-skills',
    },
  });
  sent.on('socket', (socket) => {
    const connected = () => {
      if (exchange.phase === 'connect') exchange.phase = 'headers';
    };
    if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', connected);
    else connected();
  });
  return sent;
}

function receiveBody(
  response: IncomingMessage,
  exchange: Exchange,
  url: URL,
  { method, maxBytes }: HttpRequest,
  settle: (answer: Answer, keepsConnection: boolean) => void,
  fail: (fault: HttpFaultCode, detail: string) => void,
): void {
  const status = response.statusCode ?? 0;
  const headers = headersOf(response.headers);
  if (method === 'HEAD' || (status >= 300 && status < 400)) {
    settle({ url: url.href, status, headers, body: Buffer.alloc(0) }, false);
    return;
  }
  const announced = Number(headers['content-length'] ?? 0);
  response.on('data', (chunk: Buffer) => {
    exchange.chunks.push(chunk);
    exchange.bytes += chunk.length;
    // The first chunk of a body that is announced as too long shows what it is.
    if (exchange.bytes > maxBytes || announced > maxBytes) {
      fail('http/too-large', tooLarge(announced, exchange.bytes, maxBytes));
    }
  });
  response.on('end', () => {
    const body = Buffer.concat(exchange.chunks);
    if (response.complete) settle({ url: url.href, status, headers, body }, true);
    else fail('http/truncated', `the connection ended early, after ${exchange.bytes} bytes`);
  });
}

/** What had come of an answer that did not come to its end. */
function seenOf({ response, chunks, bytes }: Exchange): Partial<HttpFault> {
  if (response === undefined) return {};
  return {
    status: response.statusCode ?? 0,
    headers: headersOf(response.headers),
    start: Buffer.concat(chunks, Math.min(bytes, KEPT_START)),
  };
}

function slowPhase({ phase, bytes }: Exchange, timeoutMs: number): string {
  const limit = `within ${timeoutMs} ms`;
  if (phase === 'connect') return `no connection ${limit}`;
  if (phase === 'headers') return `connected, but no headers ${limit}`;
  return `headers came, but the body did not end ${limit} (${bytes} bytes received)`;
}

function tooLarge(announced: number, bytes: number, maxBytes: number): string {
  return announced > maxBytes
    ? `${announced} bytes are announced, at most ${maxBytes} are accepted`
    : `more than ${maxBytes} bytes came (${bytes})`;
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(
    kept.map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
