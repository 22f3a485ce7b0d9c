/**
 * Hosts that deliver other people's files: a digest over bytes that somebody else can change, move or
 * rate-limit does not hold. Each stands for itself and all its subdomains. Hosts that serve what a
 * publisher deploys under a name of its own (`*.github.io`, `*.pages.dev`, `*.vercel.app`,
 * `*.netlify.app`) are not among them. `notion.*` and `huggingface.co` are here for a second reason:
 * the stock client never reads them as well-known sources.
 */
const UNCONTROLLED_HOSTS: readonly string[] = [
  // Code hosts and their raw file servers
  'bitbucket.org',
  'codeberg.org',
  'dev.azure.com',
  'gitee.com',
  'github.com',
  'githubusercontent.com',
  'gitlab.com',
  'sr.ht',
  // Mirrors and content networks in front of code hosts and registries
  'cdnjs.cloudflare.com',
  'deno.land',
  'esm.sh',
  'githack.com',
  'jsdelivr.net',
  'rawgit.com',
  'skypack.dev',
  'statically.io',
  'unpkg.com',
  // Registries and model hosts
  'hf.co',
  'huggingface.co',
  'jsr.io',
  'npmjs.com',
  'npmjs.org',
  // Paste boxes, shared drives, notes, archives
  'archive.org',
  'drive.google.com',
  'dropbox.com',
  'dropboxusercontent.com',
  'notion.com',
  'notion.site',
  'notion.so',
  'pastebin.com',
];

/** The listed host that a lower-case hostname is, or is a subdomain of; undefined for all others. */
export function uncontrolledHost(hostname: string): string | undefined {
  return UNCONTROLLED_HOSTS.find((host) => hostname === host || hostname.endsWith(`.${host}`));
}
