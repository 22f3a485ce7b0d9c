import { createHash } from 'node:crypto';
import { contentCodings, decodeContent } from './decode-content.mjs';
import { DownloadError, download, isAllowedUrl } from './download.mjs';
import { show } from './finding.mjs';
import { listArchive } from './list-archive.mjs';

const MAX_ARTIFACT_BYTES = 52 * 1024 * 1024;

const CONTENT_TYPES = {
  'skill-md': ['text/markdown', 'text/plain'],
  archive: ['application/gzip', 'application/x-gzip'],
};

// Wide on purpose: whether the YAML is right is for the build to say; this finds a lost frontmatter.
const KEY_PATTERNS = {
  name: /(^|[{,\s])["']?name["']?\s*:/,
  description: /(^|[{,\s])["']?description["']?\s*:/,
};

/**
 * Downloads the artifact of one index entry and checks it as a client would.
 *
 * @param {{ name: string, type: string, url: string, digest: string }} entry
 * @param {URL} indexUrl where the index was found: relative URLs are resolved against it
 * @param {() => number} timeoutMs milliseconds that a download may take from now on
 * @returns {Promise<{ name: string, type: string, bytes?: number, members?: object[],
 *   problems: object[], warnings: object[] }>}
 */
export async function checkArtifact(entry, indexUrl, timeoutMs) {
  const result = { name: entry.name, type: entry.type, problems: [], warnings: [] };
  const report = (code, message) => result.problems.push({ code, message });
  try {
    const url = artifactUrl(entry, indexUrl);
    // What `curl | sha256sum` sees, then what a client built on fetch sees. A cache may answer the
    // two with different copies, so both are read to the end.
    const plain = await get(url, 'identity', timeoutMs());
    result.bytes = plain.body.length;
    const isRight = checkResponse(plain, entry, report);
    if (isRight) await checkCompressed(url, entry, timeoutMs(), report);
    if (!isRight) return result;
    checkContentType(plain.headers, entry, result);
    await checkContent(plain.body, entry, result);
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    report(error.code, error.message);
  }
  return result;
}

function artifactUrl(entry, indexUrl) {
  const url = URL.canParse(entry.url, indexUrl.href) ? new URL(entry.url, indexUrl) : undefined;
  if (url === undefined || !isAllowedUrl(url)) {
    throw new DownloadError('url', `${show(entry.url)} is not an https URL`);
  }
  if (url.origin !== indexUrl.origin) {
    throw new DownloadError('url', `${show(entry.url)} is not on ${indexUrl.origin}`);
  }
  return url;
}

function get(url, acceptEncoding, timeoutMs) {
  return download(url, { maxBytes: MAX_ARTIFACT_BYTES, timeoutMs, acceptEncoding });
}

function checkResponse({ url, status, headers, body }, entry, report) {
  if (status !== 200) {
    report('http-status', `${url} answers ${status}`);
    return false;
  }
  const received = digestOf(body);
  if (received === entry.digest) return true;
  if (looksLikeHtml(body)) {
    report('html-page', `${url} answers 200 with an HTML page in place of the artifact`);
  } else if (contentCodings(headers).length > 0) {
    const label = show(headers['content-encoding']);
    report(
      'content-encoding',
      `${url} is sent with Content-Encoding ${label} to a client that asked for none`,
    );
  } else {
    report('digest', `${url} has the digest ${received}, the index promises ${entry.digest}`);
  }
  return false;
}

async function checkCompressed(url, entry, timeoutMs, report) {
  const response = await get(url, 'gzip, deflate, br', timeoutMs);
  if (response.status !== 200) {
    report('http-status', `${url} answers ${response.status} when compression is accepted`);
    return;
  }
  const decoded = await decodeContent(response, MAX_ARTIFACT_BYTES);
  if (decoded !== undefined && digestOf(decoded) === entry.digest) return;
  if (contentCodings(response.headers).length === 0) {
    report('digest', `${url} gives other bytes when compression is accepted: a stale cached copy?`);
    return;
  }
  const label = show(response.headers['content-encoding']);
  report(
    'content-encoding',
    `${url} is labelled Content-Encoding ${label}; clients unpack it before they hash it`,
  );
}

function checkContentType(headers, entry, result) {
  const received = (headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  const wanted = CONTENT_TYPES[entry.type];
  if (wanted.includes(received)) return;
  const message = `Content-Type is ${received === '' ? 'missing' : show(received)}, better ${wanted[0]}`;
  const breaksClients = entry.type === 'archive' && received === 'application/zip';
  (breaksClients ? result.problems : result.warnings).push({ code: 'content-type', message });
}

async function checkContent(body, entry, result) {
  let skillMd = body;
  if (entry.type === 'archive') {
    const { members, problems } = await listArchive(body);
    result.members = members.map(({ path, mode, size }) => ({ path, mode, size }));
    result.problems.push(...problems.map((message) => ({ code: 'archive', message })));
    skillMd = members.find(({ path }) => path === 'SKILL.md')?.content;
  } else {
    result.members = [{ path: 'SKILL.md', mode: 0o644, size: body.length }];
  }
  const problem = skillMd === undefined ? undefined : skillMdProblem(skillMd);
  if (problem !== undefined) result.problems.push({ code: 'skill-md', message: problem });
}

function skillMdProblem(bytes) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'SKILL.md is not valid UTF-8';
  }
  if (text.startsWith('\uFEFF')) return 'SKILL.md starts with a byte order mark';
  const lines = text.split(/\r?\n/);
  if (lines[0] !== '---') return 'the first line of SKILL.md is not exactly ---';
  if (!lines.includes('---', 1)) return 'the frontmatter of SKILL.md has no closing --- line';
  const frontmatter = lines.slice(1, lines.indexOf('---', 1)).join('\n');
  const missing = Object.keys(KEY_PATTERNS).filter((key) => !KEY_PATTERNS[key].test(frontmatter));
  return missing.length > 0
    ? `the frontmatter of SKILL.md lacks ${missing.join(' and ')}`
    : undefined;
}

/** True when a body begins as a web page does, whatever its Content-Type says. */
export function looksLikeHtml(body) {
  return /^\s*(<!--[\s\S]*?-->\s*)?<(!doctype\s+html|html|head|body)\b/i.test(
    body.toString('utf8', 0, 1024),
  );
}

function digestOf(bytes) {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
