import { hostKind } from './host-kind';

/** A repository on a public host, without anything secret or specific to a checkout. */
export interface Repository {
  readonly host: string;
  /** The user or organisation; on other hosts than GitHub also nested groups, as `group/team`. */
  readonly owner: string;
  readonly name: string;
  /** `https://host/owner/name`: no credentials, no `.git`. */
  readonly url: string;
  readonly isGitHub: boolean;
}

const SHORTHAND_HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

/** Other names of one host, which remotes use to get through firewalls. */
const HOST_ALIASES: Readonly<Record<string, string>> = {
  'www.github.com': 'github.com',
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};

const SAFE_NAME = /^[A-Za-z0-9._][A-Za-z0-9._-]*$/;
const ONLY_DOTS = /^\.+$/;

/**
 * Reads what stands in `repository` of a package.json, or a git remote URL. Credentials, ports of
 * ssh, branches and `.git` are dropped. Undefined for everything that other people cannot clone
 * (paths, local hosts, ssh aliases) or whose owner or name is not safe in a command.
 */
export function parseRepository(value: string): Repository | undefined {
  const place = fromShorthand(value.trim()) ?? fromScp(value.trim()) ?? fromUrl(value.trim());
  if (place === undefined) return undefined;
  const host = HOST_ALIASES[place.host.toLowerCase()] ?? place.host.toLowerCase();
  const isGitHub = host === 'github.com';
  const segments = withoutTreePath(place.path.split('/').filter(Boolean), isGitHub);
  const name = segments.pop()?.replace(/\.git$/, '') ?? '';
  const safe = [...segments, name].every((part) => SAFE_NAME.test(part) && !ONLY_DOTS.test(part));
  if (!safe || segments.length === 0 || (isGitHub && segments.length > 1)) return undefined;
  if (hostKind(host.replace(/:\d+$/, '')) !== 'public') return undefined;
  const owner = segments.join('/');
  return { host, owner, name, url: `https://${host}/${owner}/${name}`, isGitHub };
}

interface Place {
  host: string;
  path: string;
}

function fromShorthand(value: string): Place | undefined {
  const [, scheme = 'github', path] =
    /^(?:([a-z]+):)?([^/:@#]+(?:\/[^/:@#]+)+)(?:#.*)?$/.exec(value) ?? [];
  const host = SHORTHAND_HOSTS[scheme];
  const isPath = path === undefined || /^[.~]/.test(path);
  const isPlainPair = path?.split('/').length === 2 || scheme === 'gitlab';
  return host === undefined || isPath || !isPlainPair ? undefined : { host, path };
}

/** `git@host:owner/name`. A single letter or a name without a dot is a drive or an ssh alias. */
function fromScp(value: string): Place | undefined {
  const [, host, path] =
    /^(?:[^@/:]+@)?([^@/:]+\.[^@/:]+):(?!\/\/|\d+\/)([^#?]+)/.exec(value) ?? [];
  return host === undefined || path === undefined ? undefined : { host, path };
}

function fromUrl(value: string): Place | undefined {
  const [, scheme, rest] = /^(?:git\+)?(https?|ssh|git):\/\/(.*)$/.exec(value) ?? [];
  if (scheme === undefined || !URL.canParse(`http://${rest}`)) return undefined;
  const url = new URL(`http://${rest}`);
  const isWeb = scheme === 'https';
  return { host: isWeb ? url.host : url.hostname, path: url.pathname };
}

/** Cuts what browsers show below a repository: `/tree/main/x` on GitHub, `/-/…` on GitLab. */
function withoutTreePath(segments: string[], isGitHub: boolean): string[] {
  const marker = segments.indexOf('-');
  if (marker > 0) return segments.slice(0, marker);
  const isTree = isGitHub && /^(tree|blob)$/.test(segments[2] ?? '');
  return isTree ? segments.slice(0, 2) : segments;
}
