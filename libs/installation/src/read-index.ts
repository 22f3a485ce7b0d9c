import { digestOf } from '@nx-agent-skills/artifact';
import {
  decodeAnswer,
  type HttpAnswer,
  type HttpResponse,
  isHtml,
  MAX_INDEX_BYTES,
  readServedIndex,
} from '@nx-agent-skills/deployment';
import type { IndexEntry } from '@nx-agent-skills/discovery';
import { InstallationError } from './installation-error';
import type { LockedSkill } from './locked-skill';
import { isMissing, requireFile, type Site } from './site';
import { indexUrl } from './skill-source';

/** How many problems of an index are told. */
const MAX_TOLD = 3;

/** The index of a release, which must not change. */
export interface PromisedIndex {
  readonly version: string;
  /** Of the bytes of the index. */
  readonly digest: string;
}

/**
 * Reads the index of today, or the one of a release, as clients do. One entry that clients would
 * drop refuses it: nobody can tell what else is wrong with it.
 *
 * @returns what a lock has of each skill, in the order of the index
 * @throws InstallationError `installation/no-index`, `installation/request`, `installation/index`;
 *   `installation/missing` and `installation/chain` when a promised one is gone or has other bytes
 */
export async function readIndex(site: Site, promised?: PromisedIndex): Promise<LockedSkill[]> {
  const url = indexUrl(site.origin, promised?.version);
  const received = await site.request(url, MAX_INDEX_BYTES);
  if (!promised && isMissing(received)) throw noIndex(url);
  const answer = textOf(requireFile(received, url, 'The index'));
  if (promised) checkChain(answer, promised, url);
  if (isHtml(answer)) throw refused(url, 'a web page is served in its place');
  const { entries, diagnoses } = readServedIndex(answer.body, answer.url);
  const problems = diagnoses.filter(({ severity }) => severity === 'error');
  if (problems.length > 0) {
    throw refused(
      url,
      problems
        .slice(0, MAX_TOLD)
        .map(({ message }) => message.replace(/\.$/, ''))
        .join('; '),
    );
  }
  return entries.map((entry) => lockedSkill(entry, answer.url, url, promised?.version));
}

/** The answer with its content coding undone, as clients read texts. */
export function textOf(answer: HttpAnswer & HttpResponse): HttpAnswer & HttpResponse {
  return decodeAnswer(answer, MAX_INDEX_BYTES).received;
}

/** @param base where the index was served from in the end, against which URLs are resolved */
function lockedSkill(
  { name, type, url, digest }: IndexEntry,
  base: string,
  index: string,
  version: string | undefined,
): LockedSkill {
  const locked = { name, type, url: new URL(url, base).href, digest, index };
  return version === undefined ? locked : { ...locked, version };
}

function checkChain({ body }: HttpResponse, { version, digest }: PromisedIndex, url: string): void {
  const received = digestOf(body);
  if (received === digest) return;
  throw new InstallationError(
    'installation/chain',
    `The index of ${version} at ${url} has the digest ${received}, versions.json says ${digest}.`,
    'do not install from there before the publisher has looked at it: a release must not change.',
  );
}

/** Nothing that a deploy in between explains. */
function noIndex(url: string): InstallationError {
  return new InstallationError(
    'installation/no-index',
    `There is no index at ${url}.`,
    'look whether the origin is right: it is what stands before /.well-known/agent-skills/index.json where the skills are published.',
  );
}

function refused(url: string, reason: string): InstallationError {
  return new InstallationError(
    'installation/index',
    `The index at ${url} cannot be used: ${reason}.`,
    'look whether the origin is right, and tell its publisher.',
  );
}
