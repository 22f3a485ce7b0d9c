import type { z } from 'zod';
import { ArtifactUrlError, pathOfUrl } from './artifact-url';
import { DISCOVERY_SCHEMA, indexSchema } from './index-schema';
import type { Origin } from './origin';
import { isPlainSegment } from './plain-segment';

/** One fault of an index, for people: where it is, what was there, what belongs there. */
export interface IndexProblem {
  /** For example `skills[3].digest`; empty when it is about the whole document. */
  readonly path: string;
  readonly received: unknown;
  readonly message: string;
}

type Path = readonly PropertyKey[];

const RULES: Readonly<Record<string, string>> = {
  document: 'must be an object with exactly "$schema" and "skills"',
  $schema: `must be exactly "${DISCOVERY_SCHEMA}"`,
  skills: 'must be an array of entries',
  entry: 'must be an object with exactly name, type, description, url and digest',
  name: 'must be 1 to 64 of a-z, 0-9 and single hyphens between them',
  type: 'must be "skill-md" or "archive"',
  description: 'must be a string of 1 to 1024 UTF-16 units that is not blank',
  url: 'must be an absolute https URL',
  digest: 'must be "sha256:" and 64 lower-case hexadecimal digits',
};

type Twins = Readonly<Record<string, readonly string[]>>;

/** Names that people give to the fields by mistake; `sha256` was seen in published indexes. */
const DOCUMENT_TWINS: Twins = { $schema: ['schema', '$Schema'], skills: ['items', 'entries'] };
const ENTRY_TWINS: Twins = {
  name: ['id', 'title', 'slug'],
  type: ['kind', 'format'],
  description: ['desc', 'summary', 'descripton'],
  url: ['href', 'uri', 'link', 'path', 'file'],
  digest: ['sha256', 'hash', 'checksum', 'integrity', 'sha'],
};

/**
 * Everything that is wrong with a parsed index: at most one problem for a path, entry by entry.
 *
 * @param origin when given, every url must be on it
 */
export function indexProblems(data: unknown, origin?: Origin): IndexProblem[] {
  const parsed = indexSchema.safeParse(data);
  const entries = valueAt(data, ['skills']);
  const all = [
    ...(parsed.error?.issues.flatMap((issue) => shapeProblems(data, issue)) ?? []),
    ...(Array.isArray(entries) ? entries.flatMap((_, at) => urlProblems(data, at, origin)) : []),
    ...(Array.isArray(entries) ? orderProblems(data, entries) : []),
  ];
  const first = new Map<string, IndexProblem>();
  for (const problem of all) if (!first.has(problem.path)) first.set(problem.path, problem);
  const entryOf = (problem: IndexProblem) => Number(/^skills\[(\d+)/.exec(problem.path)?.[1] ?? -1);
  return [...first.values()].sort((a, b) => entryOf(a) - entryOf(b));
}

function shapeProblems(data: unknown, issue: z.core.$ZodIssue): IndexProblem[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const told = misnamedFields(data, path);
    return issue.keys
      .filter((key) => ![...told.values()].includes(key))
      .map((key) => problemAt(data, [...path, key], 'is no field of the format; remove it'));
  }
  const last = path.at(-1) ?? 'document';
  const rule = RULES[typeof last === 'number' ? 'entry' : String(last)] ?? 'is not valid';
  if (valueAt(data, path) !== undefined) return [problemAt(data, path, rule)];
  const twin = misnamedFields(data, path.slice(0, -1)).get(String(last));
  const hint = twin === undefined ? '' : ` ("${twin}" is there in its place)`;
  return [problemAt(data, path, `is missing${hint}; it ${rule}`)];
}

/** Missing fields of the document or entry at `path`, with the key that stands in for each. */
function misnamedFields(data: unknown, path: Path): Map<string, string> {
  const misnamed = new Map<string, string>();
  const table = path.length === 0 ? DOCUMENT_TWINS : ENTRY_TWINS;
  for (const [field, twins] of Object.entries(table)) {
    if (valueAt(data, [...path, field]) !== undefined) continue;
    const twin = twins.find((key) => valueAt(data, [...path, key]) !== undefined);
    if (twin !== undefined) misnamed.set(field, twin);
  }
  return misnamed;
}

function urlProblems(data: unknown, at: number, origin: Origin | undefined): IndexProblem[] {
  const path = ['skills', at, 'url'];
  const url = valueAt(data, path);
  if (typeof url !== 'string') return [];
  if (origin === undefined) {
    return isPlainHttpsUrl(url) ? [] : [problemAt(data, path, `${RULES.url} in its normal form`)];
  }
  try {
    pathOfUrl(origin, url);
    return [];
  } catch (error) {
    if (!(error instanceof ArtifactUrlError)) throw error;
    return [problemAt(data, path, `must be a file on the origin: it ${error.fix}`)];
  }
}

function isPlainHttpsUrl(url: string): boolean {
  const [host, ...segments] = url.replace(/^https:\/\//, '').split('/');
  return (
    /^https:\/\/[a-z0-9.-]+(:\d+)?\//.test(url) &&
    host !== undefined &&
    segments.every(isPlainSegment) &&
    URL.canParse(url)
  );
}

function orderProblems(data: unknown, entries: readonly unknown[]): IndexProblem[] {
  const seen = new Map<string, number>();
  return entries.flatMap((_, at) => {
    const path = ['skills', at, 'name'];
    const name = valueAt(data, path);
    if (typeof name !== 'string') return [];
    const twin = seen.get(name);
    if (twin !== undefined) {
      return [problemAt(data, path, `is the name of skills[${twin}] too; clients keep only one`)];
    }
    seen.set(name, at);
    const before = valueAt(data, ['skills', at - 1, 'name']);
    if (typeof before !== 'string' || before < name) return [];
    return [problemAt(data, path, `must come before "${before}": entries are sorted by name`)];
  });
}

function problemAt(data: unknown, path: Path, text: string): IndexProblem {
  const name = path[0] === 'skills' ? valueAt(data, [...path.slice(0, 2), 'name']) : undefined;
  const entry = typeof name === 'string' ? `entry ${JSON.stringify(name)}: ` : '';
  const last = path.at(-1);
  const subject = last === undefined ? 'the index' : typeof last === 'number' ? 'it' : String(last);
  return {
    path: path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
      .replace(/^\./, ''),
    received: valueAt(data, path),
    message: `${entry}${subject} ${text}`,
  };
}

function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
