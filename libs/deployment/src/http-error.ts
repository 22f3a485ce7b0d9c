import type { HttpFaultCode } from './http-exchange';
import { PRIVATE_ADDRESS } from './request-policy';

interface SocketError {
  code?: string;
  message?: string;
  address?: string;
  port?: number;
  hostname?: string;
  /** One for every address that was tried. */
  errors?: readonly SocketError[];
}

/** Where a request was when it ended. */
export type HttpPhase = 'connect' | 'headers' | 'body';

/** Names the cause of an error of Node's HTTP client, for people and for programs. */
export function describeHttpError(
  error: SocketError,
  phase: HttpPhase,
): { fault: HttpFaultCode; detail: string } {
  const code = error.code ?? error.errors?.[0]?.code ?? '';
  const message = error.message ?? '';
  if (code === PRIVATE_ADDRESS) return { fault: 'http/private-address', detail: message };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      fault: 'http/name',
      detail: `${error.hostname ?? 'the name'} was not found (${code})`,
    };
  }
  if (isTls(code)) return { fault: 'http/tls', detail: `${tlsReason(message)} (${code})` };
  if (code.startsWith('HPE_')) {
    return { fault: 'http/malformed', detail: `the answer is not valid HTTP (${code})` };
  }
  if (phase === 'body') return { fault: 'http/truncated', detail: 'the connection ended early' };
  if (phase === 'headers') {
    return {
      fault: 'http/unreachable',
      detail: `the connection ended without an answer (${code})`,
    };
  }
  const tried = error.errors ?? [error];
  const addresses = tried.map(({ code: each = code, address, port }) =>
    address === undefined ? each : `${bracketed(address)}:${port} (${each})`,
  );
  return { fault: 'http/unreachable', detail: `no connection to ${addresses.join(' or ')}` };
}

const isTls = (code: string) =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/.test(
    code,
  );

/** OpenSSL's own line has addresses of memory and source files around the reason. */
function tlsReason(message: string): string {
  const reason = /:SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? message;
  return reason.replace(/\s+/g, ' ').trim().slice(0, 200);
}

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);
