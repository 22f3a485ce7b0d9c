import { isIP } from 'node:net';
import { OptionError } from '../option-error';

/**
 * The option `allowedHosts` as the checks compare hosts: in lower case, without the port of https.
 *
 * @param option names it in errors
 * @throws OptionError for anything but a host with or without a port
 */
export function readAllowedHosts(hosts: readonly string[], option = 'allowedHosts'): string[] {
  return hosts.map((text) => {
    const host = urlOf(text)?.host;
    if (host !== undefined) return host;
    throw new OptionError(
      `The option "${option}" received ${JSON.stringify(text)}, expected a host with or without a port. Example: "cdn.acme.example:8443".`,
    );
  });
}

/**
 * The option `resolve`, with its hosts in lower case.
 *
 * @throws OptionError for a host that is none or has a port, and for what is no IP address
 */
export function readResolve(addresses: Readonly<Record<string, string>>): Record<string, string> {
  const example = 'Example: {"skills.acme.example": "192.0.2.1"}.';
  const entries = Object.entries(addresses).map(([text, address]) => {
    const url = urlOf(text);
    if (!url || /:\d+$/.test(text)) {
      throw new OptionError(
        `The option "resolve" received the host ${JSON.stringify(text)}, expected a host without a port. ${example}`,
      );
    }
    if (typeof address === 'string' && isIP(address) !== 0) return [url.hostname, address] as const;
    throw new OptionError(
      `The option "resolve" received ${JSON.stringify(address)} for ${text}, expected an IP address. ${example}`,
    );
  });
  return Object.fromEntries(entries);
}

/** The https URL of a text that is nothing but a host with or without a port. */
function urlOf(text: unknown): URL | undefined {
  if (typeof text !== 'string' || !/^[^\s/\\@?#]+$/.test(text)) return undefined;
  return URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : undefined;
}
