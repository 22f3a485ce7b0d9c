import { gitReading } from './git-reading';
import { hostKind, isLoopback } from './host-kind';
import { OriginError } from './origin-error';
import { isPlainSegment } from './plain-segment';
import { uncontrolledHost } from './uncontrolled-hosts';

/** Where a tree is served: `https://host[:port][/base]`, without a trailing slash. */
export interface Origin {
  readonly href: string;
}

export interface OriginOptions {
  /** Accept IP addresses and local names, and plain http on the loopback addresses. */
  readonly preview?: boolean;
}

/**
 * Reads the origin that a publisher configures: an https URL with an optional base path, in its one
 * normal form, on a host that the publisher controls and that stock installers read as an index.
 * A trailing slash is dropped; nothing else is repaired, because the same text goes into install
 * commands. Rules: the contract's input list, and docs of `gitReading` and `uncontrolledHost`.
 *
 * @throws OriginError with the code of the first rule that is broken
 */
export function parseOrigin(value: string, options: OriginOptions = {}): Origin {
  const preview = options.preview === true;
  const url = parseUrl(value);
  checkScheme(value, url, preview);
  if (url.username || url.password) {
    throw new OriginError('origin/credentials', value, 'Remove everything up to the "@".');
  }
  if (/[?#]/.test(value)) {
    throw new OriginError('origin/query-or-fragment', value, 'Cut the URL before the "?" or "#".');
  }
  checkHost(value, url, preview);
  const segments = baseSegments(value);
  const git = gitReading(url.host, segments);
  if (git) throw new OriginError('origin/read-as-git', value, `Serve from another URL: ${git}.`);

  const href = [`${url.protocol}//${url.host}`, ...segments].join('/');
  if (value !== href && value !== `${href}/`) {
    throw new OriginError('origin/not-normal', value, `Write ${href} instead.`);
  }
  return { href };
}

function parseUrl(value: string): URL {
  if (/[^\x21-\x7e]/.test(value) || value.includes('\\')) {
    const fix = 'Use plain ASCII without spaces, line breaks or backslashes (domains in punycode).';
    throw new OriginError('origin/not-normal', value, fix);
  }
  const scheme = /^([a-z][a-z0-9+-]*):(?!\d)/i.exec(value)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    throw new OriginError('origin/not-a-url', value, 'Start it with https://.');
  }
  if (scheme !== 'https' && scheme !== 'http') {
    throw new OriginError('origin/not-https', value, 'Use the https:// URL of your site.');
  }
  try {
    return new URL(value);
  } catch {
    throw new OriginError('origin/not-a-url', value, 'Write https://, a domain, and a base path.');
  }
}

function checkScheme(value: string, url: URL, preview: boolean): void {
  if (url.protocol === 'https:' || (preview && isLoopback(url.hostname))) return;
  const fix = isLoopback(url.hostname)
    ? 'Use https, or the preview option for a server on this machine.'
    : 'Use https: installers fetch what they run.';
  throw new OriginError('origin/not-https', value, fix);
}

function checkHost(value: string, url: URL, preview: boolean): void {
  const fix = 'Use the domain that you deploy to, or the preview option for a try-out.';
  switch (hostKind(url.hostname)) {
    case 'malformed':
      throw new OriginError('origin/bad-host', value, 'Use letters, digits, hyphens and dots.');
    case 'ip-address':
      if (!preview) throw new OriginError('origin/ip-address', value, fix);
      return;
    case 'local':
      if (!preview) throw new OriginError('origin/local-host', value, fix);
      return;
    case 'public': {
      const host = uncontrolledHost(url.hostname);
      if (host === undefined) return;
      const advice = `Deploy the tree to your own domain; ${host} serves other people's files.`;
      throw new OriginError('origin/uncontrolled-host', value, advice);
    }
  }
}

/** Taken from the text, because `new URL` resolves "." and ".." (also percent-encoded) silently. */
function baseSegments(value: string): string[] {
  const path = value.replace(/^[^:]*:\/*[^/]*/, '').replace(/\/$/, '');
  if (path === '') return [];
  const segments = path.slice(1).split('/');
  const bad = segments.find((segment) => !isPlainSegment(segment));
  if (bad === undefined) return segments;
  const fix = `Use letters, digits and "-._~" between single slashes; ${JSON.stringify(bad)} is not that.`;
  throw new OriginError('origin/bad-base-path', value, fix);
}
