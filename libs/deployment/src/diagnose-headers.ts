import { acceptedTypes, mediaTypeOf } from './content-types';
import { type Diagnosis, diagnose } from './diagnosis';
import type { HttpAnswer } from './http-exchange';

/** What a file is, which decides the headers that it should have. */
export type FileKind = 'index' | 'skill-md' | 'tar.gz' | 'zip' | 'other';

/** Paths of files that have the headers of a kind. */
const LIKE: Record<Exclude<FileKind, 'other'>, string> = {
  index: 'index.json',
  'skill-md': 'SKILL.md',
  'tar.gz': 'skill.tar.gz',
  zip: 'skill.zip',
};

/** What is wrong with the headers of a file whose bytes are right. */
export function diagnoseHeaders(answer: HttpAnswer, kind: FileKind): Diagnosis[] {
  return [...typeDiagnoses(answer, kind), ...redirectDiagnoses(answer)];
}

/** Whether an archive is labelled as encoded, so that clients decode it before they hash it. */
export function isEncoded({ headers = {} }: HttpAnswer): boolean {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return coding !== '' && coding !== 'identity';
}

function typeDiagnoses(answer: HttpAnswer, kind: FileKind): Diagnosis[] {
  const url = answer.redirectedFrom[0] ?? answer.url;
  const type = answer.headers?.['content-type'];
  const media = mediaTypeOf(type ?? '');
  if (kind === 'other') return [];
  const wanted = acceptedTypes(LIKE[kind]);
  if (wanted.includes(media)) return [];
  const detail = `received ${type ?? 'none'}, wanted ${wanted[0]}`;
  const isZip = kind === 'tar.gz' && /zip/.test(media);
  return [diagnose(isZip ? 'http/content-type-zip' : 'http/content-type', url, detail)];
}

function redirectDiagnoses({ redirectedFrom, url }: HttpAnswer): Diagnosis[] {
  const [first] = redirectedFrom;
  if (first === undefined) return [];
  const detail = `${first} leads to ${url}`;
  const from = new URL(first).pathname;
  const to = new URL(url).pathname;
  const bare = (path: string) => path.replace(/\/$/, '');
  if (from !== to && bare(from) === bare(to))
    return [diagnose('http/redirect-slash', first, detail)];
  if (from !== to && from.toLowerCase() === to.toLowerCase()) {
    return [diagnose('http/redirect-case', first, detail)];
  }
  return [diagnose('http/redirected', first, detail)];
}
