import { printable } from './diagnosis';
import type { HttpAnswer } from './http-exchange';

/** Headers that explain what was served. All others, such as those of logins, are not recorded. */
const KEPT = [
  'content-type',
  'content-length',
  'content-encoding',
  'etag',
  'last-modified',
  'cache-control',
  'age',
  'x-cache',
  'cf-cache-status',
  'x-vercel-cache',
  'server',
  'via',
  'retry-after',
];

/** What a check records of an answer. */
export type Evidence = Record<string, string | number>;

/** The URL, the status and the telling headers of an answer. */
export function evidenceOf(answer: HttpAnswer): Evidence {
  const { headers = {} } = answer;
  const kept = KEPT.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, printable(value.slice(0, 200))]];
  });
  return {
    url: printable(answer.url),
    ...(answer.status === undefined ? {} : { status: answer.status }),
    ...Object.fromEntries(kept),
  };
}

/** What says that an answer comes from a cache, for a sentence; empty when nothing does. */
export function cacheSigns({ headers = {} }: HttpAnswer): string {
  const signs = ['age', 'x-cache', 'cf-cache-status', 'x-vercel-cache', 'last-modified'];
  return signs
    .filter((name) => headers[name] !== undefined)
    .map((name) => `${name}: ${headers[name]}`)
    .join(', ');
}
