import type { Origin } from '@nx-agent-skills/discovery';

/** What a host has to send with some files of the tree. */
export interface HostingRule {
  /** Below the root of the host, with a slash in front; `*` stands for any characters. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** Clients hash what they get against the index of the moment: nobody may keep an older copy. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/**
 * The headers that every host should send, the general ones first. No header is set by two rules
 * that match one path, since some hosts join such values with a comma.
 */
export function hostingRules(origin: Origin): HostingRule[] {
  const base = basePathOf(origin);
  const everywhere = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': REVALIDATE };
  return [
    { path: `${base}/.well-known/agent-skills/*`, headers: everywhere },
    { path: `${base}/.well-known/skills/*`, headers: everywhere },
    {
      path: `${base}/agent-skills/*`,
      headers: { ...everywhere, 'X-Content-Type-Options': 'nosniff' },
    },
    { path: `${base}/agent-skills/*.tar.gz`, headers: { 'Content-Type': 'application/gzip' } },
    { path: `${base}/agent-skills/*.zip`, headers: { 'Content-Type': 'application/zip' } },
    {
      path: `${base}/agent-skills/*/SKILL.md`,
      headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
    },
    {
      path: `${base}/.well-known/skills/*/SKILL.md`,
      headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
    },
  ];
}

/** The path of the origin, without a slash at the end; empty for the root of a host. */
export function basePathOf(origin: Origin): string {
  return new URL(origin.href).pathname.replace(/\/$/, '');
}
