import { checkArtifact, looksLikeHtml } from './check-artifact.mjs';
import { checkIndex } from './check-index.mjs';
import { compareIndex } from './compare-index.mjs';
import { decodeContent } from './decode-content.mjs';
import { DownloadError, download } from './download.mjs';
import { show } from './finding.mjs';

const INDEX_PATH = '.well-known/agent-skills/index.json';
const MAX_INDEX_BYTES = 16 * 1024 * 1024;
const RUN_MS = 15 * 60 * 1000;
const PARALLEL = 6;

/**
 * Checks one origin: its index, the copy of the index for scoped installs, and every artifact.
 *
 * @param {URL} origin with a path that ends in a slash
 * @param {{ timeoutMs: number, built?: Buffer }} options built: the index that should be served
 * @returns {Promise<{ indexUrl: URL, problems: object[], warnings: object[], results: object[] }>}
 *   findings about the index, and one result for each entry in the order of the index
 */
export async function checkSite(origin, { timeoutMs, built }) {
  const runEnds = Date.now() + RUN_MS;
  const timeLeft = () => Math.min(timeoutMs, runEnds - Date.now());
  const indexUrl = new URL(INDEX_PATH, origin);
  const site = { indexUrl, problems: [], warnings: [], results: [] };

  const index = await getIndex(indexUrl, timeLeft(), site.problems);
  if (index === undefined) return site;
  if (index.contentType !== 'application/json') {
    const received = index.contentType === '' ? 'missing' : show(index.contentType);
    const message = `Content-Type of the index is ${received}, better application/json`;
    site.warnings.push({ code: 'content-type', message });
  }
  const { entries, problems } = checkIndex(index.body);
  site.problems.push(...problems);
  if (built !== undefined) site.problems.push(...compareIndex(index.body, built));
  site.warnings.push(...(await checkScopedCopy(origin, index.body, timeLeft())));
  site.results = await mapInParallel(entries, (entry) => checkArtifact(entry, index.url, timeLeft));
  return site;
}

async function getIndex(indexUrl, timeoutMs, problems) {
  try {
    const response = await download(indexUrl, { maxBytes: MAX_INDEX_BYTES, timeoutMs });
    if (response.status !== 200) {
      const message = `${response.url} answers ${response.status}: is .well-known missing from the deploy?`;
      throw new DownloadError('http-status', message);
    }
    const body = await decodeContent(response, MAX_INDEX_BYTES);
    if (body === undefined) {
      throw new DownloadError(
        'content-encoding',
        `${response.url} has a Content-Encoding that cannot be undone`,
      );
    }
    if (looksLikeHtml(body)) {
      const message = `${response.url} answers 200 with an HTML page in place of the index`;
      throw new DownloadError('html-page', message);
    }
    const contentType = (response.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
    return { url: response.url, body, contentType };
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    problems.push({ code: error.code, message: error.message });
    return undefined;
  }
}

async function checkScopedCopy(origin, index, timeoutMs) {
  const url = new URL(`agent-skills/${INDEX_PATH}`, origin);
  const problems = [];
  const copy = await getIndex(url, timeoutMs, problems);
  if (copy?.body.equals(index)) return [];
  const cause =
    copy === undefined ? problems[0].message : `${url} differs from the index at the root`;
  const message = `installing from ${new URL('agent-skills', origin)} needs a copy of the index: ${cause}`;
  return [{ code: 'index-copy', message }];
}

async function mapInParallel(items, work) {
  const results = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}
