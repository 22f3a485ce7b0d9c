import { type Origin, publishedPath } from '@nx-agent-skills/discovery';

/** What a host has to send with some files of the tree. */
export interface HostingRule {
  /** Below the root of the host, with a slash in front; `*` stands for any characters. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** Clients hash what they get against the index of the moment: nobody may keep an older copy. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Bytes that are called by their digest or by a version are the same for ever. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The headers that every host should send, the general ones first. No header is set by two rules
 * that match one path, since some hosts join such values with a comma.
 *
 * @param immutable folders whose files never change, relative to the tree
 */
export function hostingRules(origin: Origin, immutable: readonly string[] = []): HostingRule[] {
  const base = basePathOf(origin);
  const access = { 'Access-Control-Allow-Origin': '*' };
  const skills = { ...access, 'X-Content-Type-Options': 'nosniff' };
  const revalidate = { 'Cache-Control': REVALIDATE };
  const index = {
    path: `${base}/.well-known/agent-skills/*`,
    headers: { ...access, ...revalidate },
  };
  return [
    index,
    { ...index, path: `${base}/.well-known/skills/*` },
    ...(immutable.length === 0
      ? [{ path: `${base}/agent-skills/*`, headers: { ...skills, ...revalidate } }]
      : [{ path: `${base}/agent-skills/*`, headers: skills }, ...cacheRules(base, immutable)]),
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

/**
 * What may be kept, and how long, where that is not the same for all skills. A rule for everything
 * would match what the rule for an immutable folder matches: each place of a tree has one of its own.
 */
function cacheRules(base: string, immutable: readonly string[]): HostingRule[] {
  const rule = (path: string, value: string) => ({
    path: `${base}/agent-skills/${path}`,
    headers: { 'Cache-Control': value },
  });
  const changing = [':file', ':skill/SKILL.md', '.well-known/*', ':skill/.well-known/*'];
  return [
    ...changing.map((path) => rule(path, REVALIDATE)),
    ...immutable.flatMap((folder) => {
      const name = folder.slice('agent-skills/'.length);
      // The index of a version lies in its folder too, in one that begins with a dot.
      const files = folder === publishedPath.addressed ? ['*'] : [':file', ':skill/SKILL.md'];
      return files.map((file) => rule(`${name}/${file}`, IMMUTABLE));
    }),
  ];
}

/** The path of the origin, without a slash at the end; empty for the root of a host. */
export function basePathOf(origin: Origin): string {
  return new URL(origin.href).pathname.replace(/\/$/, '');
}
