import type { Origin } from '@nx-agent-skills/discovery';
import { type HostingRule, hostingRules } from './hosting-rules';
import { nginxConfig } from './nginx-config';

/** The hosts whose settings can be written into the tree. */
export const HOSTINGS = ['headers', 'vercel', 'nginx', 'github-pages'] as const;
export type Hosting = (typeof HOSTINGS)[number];

/** Where the settings of each host lie, relative to the tree. */
export const HOSTING_FILES: Readonly<Record<Hosting, string>> = {
  headers: '_headers',
  vercel: 'vercel.json',
  nginx: 'nginx.conf',
  'github-pages': '.nojekyll',
};

/**
 * The settings that hosts need to serve the tree as it is: content types, access from other
 * origins, revalidation, no transport compression of archives.
 *
 * @param immutable folders whose files never change, relative to the tree
 * @returns the text of each file by its path in the tree
 */
export function hostingFiles(
  origin: Origin,
  hostings: readonly Hosting[],
  immutable: readonly string[] = [],
): Map<string, string> {
  const texts: Record<Hosting, () => string> = {
    headers: () => headersFile(hostingRules(origin, immutable)),
    vercel: () => vercelConfig(hostingRules(origin, immutable)),
    nginx: () => nginxConfig(origin, immutable),
    // Its presence is all that counts: GitHub Pages then keeps folders that begin with a dot.
    'github-pages': () => '',
  };
  return new Map(hostings.map((hosting) => [HOSTING_FILES[hosting], texts[hosting]()]));
}

/** `_headers` of Cloudflare Pages, Cloudflare Workers and Netlify. */
function headersFile(rules: readonly HostingRule[]): string {
  const blocks = rules.map(({ path, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
    return [path, ...lines].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}

function vercelConfig(rules: readonly HostingRule[]): string {
  const headers = rules.map((rule) => ({
    source: rule.path.replaceAll('.', '\\.').replaceAll('*', '(.*)'),
    headers: Object.entries(rule.headers).map(([key, value]) => ({ key, value })),
  }));
  return `${JSON.stringify({ $schema: 'https://openapi.vercel.sh/vercel.json', headers }, null, 2)}\n`;
}
