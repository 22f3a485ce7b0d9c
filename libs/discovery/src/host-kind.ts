const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const DOTTED_QUAD = /^\d{1,3}(\.\d{1,3}){3}$/;

export type HostKind = 'public' | 'ip-address' | 'local' | 'malformed';

/**
 * Says what a hostname is that came out of `new URL`, which has already turned every spelling of an
 * IP address (hexadecimal, octal, short, IPv6) into its one normal form. The URL parser lets through
 * quotes, `$` and `;` in a hostname; those are malformed here.
 */
export function hostKind(hostname: string): HostKind {
  if (hostname.startsWith('[') || DOTTED_QUAD.test(hostname)) return 'ip-address';
  const labels = hostname.split('.');
  if (hostname.length > 253 || !labels.every((label) => LABEL.test(label))) return 'malformed';
  return labels.length === 1 || labels.at(-1) === 'localhost' ? 'local' : 'public';
}

/** True for the names and addresses of the machine itself: localhost, 127.0.0.0/8 and [::1]. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    (DOTTED_QUAD.test(hostname) && hostname.startsWith('127.'))
  );
}
