import type { Origin } from '@nx-agent-skills/discovery';
import { basePathOf, IMMUTABLE, REVALIDATE } from './hosting-rules';

/**
 * Locations for nginx, to be included in a `server` block whose `root` holds the tree. A missing
 * file is a 404, whatever else the server does with unknown paths.
 *
 * @param immutable folders whose files never change, relative to the tree
 */
export function nginxConfig(origin: Origin, immutable: readonly string[] = []): string {
  const base = basePathOf(origin);
  const paths = ['agent-skills/', '.well-known/agent-skills/', '.well-known/skills/'];
  const locations = [
    ...paths.map((path) => location(`${base}/${path}`, `"${REVALIDATE}" always`)),
    // Without "always": a file that is missing now may come.
    ...immutable.map((folder) => location(`${base}/${folder}/`, `"${IMMUTABLE}"`)),
  ];
  return [
    '# Include this file in the server block of the site:',
    '#   include /path/to/nginx.conf;',
    ...(base === ''
      ? []
      : [`# The tree belongs into the folder ${base} below the root of the site.`]),
    ...locations,
    '',
  ].join('\n');
}

function location(path: string, cacheControl: string): string {
  return `
location ^~ ${path} {
    # Archives are compressed already; compressed again on the way, their digests would be wrong.
    gzip off;
    gzip_static off;
    index index.html;
    try_files $uri $uri/index.html =404;

    types {
        application/json json;
        text/markdown md;
        application/gzip gz;
        application/zip zip;
        text/html html;
    }
    default_type text/plain;
    charset utf-8;
    charset_types text/markdown text/plain;

    add_header Access-Control-Allow-Origin "*" always;
    add_header Cache-Control ${cacheControl};
    add_header X-Content-Type-Options "nosniff" always;
}`;
}
