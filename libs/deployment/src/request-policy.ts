import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address';

/** Where the checks may connect to. */
export interface RequestPolicy {
  /** The site under test. */
  origin: URL;
  /** Other hosts, with their ports, that artifacts and redirects may be on. */
  allowedHosts: readonly string[];
  /** Whether the origin's own name may lead to a private address, as it does in an intranet. */
  allowPrivate: boolean;
  /** Addresses of hosts, in place of those of the name service. */
  resolve: Readonly<Record<string, string>>;
}

/** Why a URL must not be requested. */
export interface PolicyFault {
  code: 'http/scheme' | 'http/credentials' | 'http/private-address' | 'http/other-host';
  detail: string;
}

/** Says why a URL must not be requested; undefined when it may be. */
export function policyFault(url: URL, policy: RequestPolicy): PolicyFault | undefined {
  const { origin } = policy;
  const schemes = origin.protocol === 'http:' ? ['http:', 'https:'] : ['https:'];
  const shown = `${url.protocol}//${url.host}`;
  if (!schemes.includes(url.protocol)) {
    return { code: 'http/scheme', detail: `${shown} is not ${schemes.join(' or ')}//host` };
  }
  if (url.username !== '' || url.password !== '') {
    return { code: 'http/credentials', detail: `a user or password before ${shown}` };
  }
  const address = addressOf(url.hostname);
  if (isIP(address) !== 0 && isPrivateAddress(address) && !mayBePrivate(url.hostname, policy)) {
    return { code: 'http/private-address', detail: `${url.host} is a private address` };
  }
  if (url.host !== origin.host && !policy.allowedHosts.includes(url.host)) {
    return { code: 'http/other-host', detail: `${url.host} is not ${origin.host}` };
  }
  return undefined;
}

/** The code of the error of `guardedLookup`. */
export const PRIVATE_ADDRESS = 'PRIVATE_ADDRESS';

/**
 * A lookup of names for sockets that refuses a name with a private address. Because the socket
 * connects to what it returns, no later answer of the name service can lead elsewhere.
 */
export function guardedLookup(policy: RequestPolicy): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[] = []) => {
      const first = addresses[0];
      if (error || !first) {
        callback(error ?? notFound(hostname), '');
        return;
      }
      const bad = addresses.find(({ address }) => isPrivateAddress(address));
      if (bad && !mayBePrivate(hostname, policy)) {
        const detail = `${hostname} has the private address ${bad.address}`;
        callback(Object.assign(new Error(detail), { code: PRIVATE_ADDRESS }), '');
        return;
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    const fixed = fixedAddress(hostname, policy);
    if (fixed !== undefined) answer(null, [{ address: fixed, family: isIP(fixed) }]);
    else if (isLocalName(hostname)) answer(null, [...LOOPBACK]);
    else lookup(hostname, { ...options, all: true }, answer);
  };
}

/** Whether the user has named a private target: only the origin's own host can be one. */
function mayBePrivate(hostname: string, policy: RequestPolicy): boolean {
  if (hostname !== policy.origin.hostname && hostname !== addressOf(policy.origin.hostname)) {
    return false;
  }
  const isAddress = isIP(addressOf(hostname)) !== 0;
  const isFixed = fixedAddress(hostname, policy) !== undefined;
  return policy.allowPrivate || isLocalName(hostname) || isAddress || isFixed;
}

/** A server on this machine listens on one of them, whatever the hosts file says (RFC 6761). */
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const isLocalName = (hostname: string) =>
  hostname === 'localhost' || hostname.endsWith('.localhost');

function fixedAddress(hostname: string, { resolve }: RequestPolicy): string | undefined {
  return Object.hasOwn(resolve, hostname) ? resolve[hostname] : undefined;
}

const notFound = (hostname: string) =>
  Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });

const addressOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '');
