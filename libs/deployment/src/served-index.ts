import {
  DISCOVERY_SCHEMA,
  type IndexEntry,
  IndexError,
  type IndexProblem,
  parseIndex,
} from '@nx-agent-skills/discovery';
import { isSkillName } from '@nx-agent-skills/skill';
import { type Diagnosis, diagnose, excerpt } from './diagnosis';
import type { DiagnosisCode } from './diagnosis-table';
import { indexExcess } from './index-limits';
import { MAX_TOLD, withMore } from './summarise';

/** An index as clients read it; the URLs in it may be relative to it. */
export interface ServedIndex {
  /** The entries that clients keep. */
  entries: IndexEntry[];
  diagnoses: Diagnosis[];
}

const FIELDS = new Set(['$schema', 'skills', 'name', 'type', 'description', 'url', 'digest']);

/**
 * Reads an index as clients do, and names every problem. Clients read relative URLs (RFC 3986),
 * unknown fields and entries in any order; all else makes them drop an entry or the whole index. The
 * first problems of a kind are told, and the number of the others. An index beyond all bounds is
 * refused before its problems are looked for.
 *
 * @param url where it was served from in the end, against which the URLs in it are resolved
 */
export function readServedIndex(bytes: Buffer, url: string): ServedIndex {
  const text = bytes.toString('utf8');
  let data: unknown;
  let problems: readonly IndexProblem[];
  try {
    data = JSON.parse(text);
    const excess = indexExcess(data);
    if (excess !== undefined) {
      return { entries: [], diagnoses: [diagnose('index/too-large', url, excess)] };
    }
    problems = problemsOf(text);
  } catch (error) {
    const reason = error instanceof RangeError ? 'is nested too deeply' : 'is no JSON';
    const detail = `it ${reason} and begins ${excerpt(bytes)}`;
    return { entries: [], diagnoses: [diagnose('index/invalid', url, detail)] };
  }
  const served = Array.isArray(field(data, 'skills')) ? (field(data, 'skills') as unknown[]) : [];
  const uses = countNames(served);
  const loose: IndexProblem[] = [];
  const invalid: IndexProblem[] = [];
  const broken = new Set<number>();
  for (const problem of problems) {
    const at = Number(/^skills\[(\d+)\]/.exec(problem.path)?.[1] ?? -1);
    if (isRelativeUrl(problem, url) || isOutOfOrder(problem, uses, at)) continue;
    const isLoose = isUnknownField(problem);
    if (!isLoose) broken.add(at);
    (isLoose ? loose : invalid).push(problem);
  }
  const entries = broken.has(-1) ? [] : served.filter((_, at) => !broken.has(at));
  return {
    entries: entries as IndexEntry[],
    diagnoses: [...tell('index/invalid', invalid, url), ...tell('index/loose', loose, url)],
  };
}

function tell(code: DiagnosisCode, problems: readonly IndexProblem[], url: string): Diagnosis[] {
  const told = problems.slice(0, MAX_TOLD).map((each) => diagnose(code, url, describe(each)));
  return withMore(told, problems.length - told.length);
}

/** @throws RangeError for an index that is nested too deeply to be told */
function problemsOf(text: string): readonly IndexProblem[] {
  try {
    parseIndex(text);
    return [];
  } catch (error) {
    if (!(error instanceof IndexError)) throw error;
    return error.problems;
  }
}

function isRelativeUrl({ path, received }: IndexProblem, base: string): boolean {
  if (!path.endsWith('].url') || typeof received !== 'string' || received === '') return false;
  return URL.canParse(received, base) && /^https?:/.test(new URL(received, base).protocol);
}

function isUnknownField({ path }: IndexProblem): boolean {
  const name = /^(?:skills\[\d+\]\.)?([^.[\]]+)$/.exec(path)?.[1];
  return name !== undefined && !FIELDS.has(name);
}

function isOutOfOrder(
  { path, received }: IndexProblem,
  uses: ReadonlyMap<unknown, number>,
  at: number,
): boolean {
  if (path !== `skills[${at}].name` || typeof received !== 'string') return false;
  return isSkillName(received) && uses.get(received) === 1;
}

/** How many entries have a name. */
function countNames(served: readonly unknown[]): Map<unknown, number> {
  const uses = new Map<unknown, number>();
  for (const entry of served) {
    const name = field(entry, 'name');
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return uses;
}

function describe({ path, received, message }: IndexProblem): string {
  const shown = JSON.stringify(received) ?? 'nothing';
  const hint = path === '$schema' ? `, wanted ${DISCOVERY_SCHEMA}` : '';
  return `${path || 'index'}: ${message} (received ${shown.slice(0, 80)}${hint})`;
}

function field(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, name)
    ? Reflect.get(data, name)
    : undefined;
}
