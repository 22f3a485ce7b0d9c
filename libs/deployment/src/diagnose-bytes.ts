import { gunzipSync } from 'node:zlib';
import { digestOf } from '@nx-agent-skills/artifact';
import { catchAllPage, isHtml } from './diagnose-answer';
import { type Diagnosis, diagnose, excerpt } from './diagnosis';
import type { DiagnosisCode } from './diagnosis-table';
import type { ExpectedPart } from './expected-skill';
import { type HttpAnswer, type HttpResponse, MAX_ARTIFACT_BYTES } from './http-exchange';
import { cacheSigns } from './kept-headers';

/**
 * Says why the served bytes are not the expected ones.
 *
 * @param earlier digests of other builds of the file: of an earlier report, of the served index
 */
export function diagnoseBytes(
  answer: HttpAnswer & HttpResponse,
  expected: Pick<ExpectedPart, 'digest' | 'size' | 'built'>,
  earlier: ReadonlySet<string>,
): Diagnosis {
  const url = answer.redirectedFrom[0] ?? answer.url;
  const { body } = answer;
  const digest = digestOf(body);
  const both = `expected ${expected.digest}, received ${digest}`;
  if (earlier.has(digest)) {
    const signs = cacheSigns(answer);
    return diagnose('deploy/stale-copy', url, `${both}${signs === '' ? '' : ` (${signs})`}`);
  }
  const known = recognise(body, expected);
  if (known) return diagnose(known, url, both);
  if (isHtml(answer)) return catchAllPage(answer, body);
  const built = expected.built?.();
  return built === undefined
    ? diagnose('digest/mismatch', url, `${both}, ${body.length} bytes, beginning ${excerpt(body)}`)
    : compare(body, built, url, both);
}

/** A change that gives the expected digest when it is undone. */
function recognise(
  body: Buffer,
  { digest, size, built }: Pick<ExpectedPart, 'digest' | 'size' | 'built'>,
): DiagnosisCode | undefined {
  const isExpected = (bytes: Buffer | undefined) =>
    bytes !== undefined && digestOf(bytes) === digest;
  const text = body.toString('latin1');
  const lf = text.replaceAll('\r\n', '\n');
  if (isExpected(Buffer.from(lf, 'latin1'))) return 'bytes/line-endings';
  if (isExpected(Buffer.from(lf.replaceAll('\n', '\r\n'), 'latin1'))) return 'bytes/line-endings';
  if (text.startsWith('\xef\xbb\xbf') && isExpected(body.subarray(3))) return 'bytes/bom-added';
  if (size !== undefined && size < body.length && isExpected(body.subarray(0, size))) {
    return 'bytes/appended';
  }
  if (isExpected(unzipped(body))) return 'bytes/compressed';
  const original = built?.();
  if (original && unzipped(original)?.equals(body)) return 'bytes/unpacked';
  return undefined;
}

function compare(body: Buffer, built: Buffer, url: string, both: string): Diagnosis {
  const shorter = Math.min(body.length, built.length);
  let offset = 0;
  while (offset < shorter && body[offset] === built[offset]) offset += 1;
  if (offset === body.length) {
    return diagnose('http/truncated', url, `${both}: ${body.length} of ${built.length} bytes came`);
  }
  const at = (bytes: Buffer) => excerpt(bytes.subarray(offset), 40);
  const place = `the first difference is at byte ${offset}: ${at(built)} was built, ${at(body)} is served`;
  return diagnose('bytes/rewritten', url, `${both}; ${place}`);
}

function unzipped(bytes: Buffer): Buffer | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return undefined;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_ARTIFACT_BYTES });
  } catch {
    return undefined;
  }
}
