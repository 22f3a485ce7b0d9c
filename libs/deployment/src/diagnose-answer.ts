import { type Diagnosis, diagnose, excerpt } from './diagnosis';
import { type HttpAnswer, type HttpResponse, isFault } from './http-exchange';

/**
 * Says why an answer holds no file at all; undefined when it is a 200 with a body, which may still
 * be the wrong one.
 *
 * @param servesDotFolders whether the host is known to serve other files from that dot-folder
 */
export function diagnoseAnswer(
  answer: HttpAnswer,
  servesDotFolders = false,
): Diagnosis | undefined {
  const from = answer.redirectedFrom[0] ?? answer.url;
  if (isFault(answer)) {
    const isPage = answer.start !== undefined && isHtml({ ...answer, body: answer.start });
    if (isPage && answer.fault === 'http/too-large') return catchAllPage(answer, answer.start);
    return diagnose(answer.fault, from, answer.detail);
  }
  const { status, headers, body } = answer;
  if (status === 200) return undefined;
  const said = `status ${status}`;
  const retryAfter = headers['retry-after'];
  const isDropped = !servesDotFolders && isInDotFolder(answer.url);
  if (status === 404 || status === 410 || (status === 403 && isDropped)) {
    const code = isDropped ? 'deploy/dot-folder-dropped' : 'deploy/file-missing';
    return diagnose(code, from, said);
  }
  if (status === 401 || status === 403) return diagnose('http/forbidden', from, said);
  if (status === 429 || (status === 503 && retryAfter !== undefined)) {
    const wait = retryAfter === undefined ? '' : `, Retry-After: ${retryAfter}`;
    return diagnose('http/rate-limited', from, `${said}${wait}`);
  }
  return diagnose('http/status', from, `${said}, body ${excerpt(body)}`);
}

/** The diagnosis of a page that is served in place of a file. */
export function catchAllPage(
  answer: Pick<HttpAnswer, 'url' | 'status' | 'headers' | 'redirectedFrom'>,
  body: Buffer = Buffer.alloc(0),
): Diagnosis {
  const type = answer.headers?.['content-type'] ?? 'no content-type';
  return diagnose(
    'deploy/catch-all-page',
    answer.redirectedFrom[0] ?? answer.url,
    `status ${answer.status}, ${type}, body ${excerpt(body)}`,
  );
}

/** Whether an answer is an HTML page, by what it says or by how it begins. */
export function isHtml({
  headers = {},
  body,
}: Pick<HttpResponse, 'body'> & Pick<HttpAnswer, 'headers'>): boolean {
  const type = headers['content-type'] ?? '';
  const start = body
    .subarray(0, 512)
    .toString('utf8')
    .replace(/<!--[\s\S]*?-->/g, '');
  return (
    /^(text\/html|application\/xhtml)/i.test(type) ||
    /^[\s\ufeff]*<(!doctype html|html|head|body)\b/i.test(start)
  );
}

const isInDotFolder = (url: string) => new URL(url).pathname.includes('/.well-known/');
