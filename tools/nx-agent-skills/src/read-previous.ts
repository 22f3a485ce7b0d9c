import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { parseOrigin } from '@nx-agent-skills/discovery';
import {
  findRevision,
  type Previous,
  PublicationError,
  type PublicationOptions,
  parsePrevious,
  previousOfRevision,
  REPORT_FILES,
} from '@nx-agent-skills/publication';
import type { SkillSearch } from '@nx-agent-skills/skill';

const GIT = 'git:';

/**
 * Reads the publication that the publisher wants to compare with: that of an origin, a report or an
 * index on disk, the tree in a folder, or what a revision would have published.
 *
 * @param workspaceRoot absolute; paths are relative to it, and revisions of its repository
 * @param given an https URL, a path, or `git:<revision>`; a text that is neither is a revision too
 * @throws PublicationError, OriginError when it cannot be read
 */
export async function readPrevious(
  workspaceRoot: string,
  given: string,
  search: SkillSearch,
  options: Pick<PublicationOptions, 'settings' | 'bundleSlugs'>,
  preview: boolean,
): Promise<Previous> {
  if (given.trim() === '') throw notFound('The option "previous" is empty.');
  if (/^https?:\/\//i.test(given)) {
    if (/\.json$/i.test(given)) throw notFound(ONLY_ORIGINS);
    const text = await publishedAt(given, preview);
    return text === undefined
      ? { source: given, skills: [], isIndex: false }
      : parsePrevious(given, text);
  }
  if (given.startsWith(GIT)) {
    const revision = given.slice(GIT.length);
    return previousOfRevision(given, workspaceRoot, revision, search, options);
  }
  const path = resolve(workspaceRoot, given);
  if (existsSync(path)) return previousOnDisk(path, given);
  if (!findRevision(workspaceRoot, given)) {
    throw notFound(
      `The option "previous" received ${JSON.stringify(given)}, which is no file or folder of the workspace, no https URL, and no revision of its git repository.`,
    );
  }
  return previousOfRevision(given, workspaceRoot, given, search, options);
}

function previousOnDisk(path: string, given: string): Previous {
  // What is published names no folder of this machine.
  const source = isAbsolute(given) ? basename(given) : given;
  if (!statSync(path).isDirectory()) return parsePrevious(source, readFileSync(path, 'utf8'));
  const file = join(path, REPORT_FILES.json);
  if (existsSync(file)) return parsePrevious(source, readFileSync(file, 'utf8'));
  throw notFound(
    `The option "previous" received the folder ${JSON.stringify(source)}, in which no tree was published: it has no ${REPORT_FILES.json}.`,
  );
}

const ONLY_ORIGINS =
  'The option "previous" received the URL of a file. What is published is found by its origin.';

const notFound = (message: string) =>
  new PublicationError(
    'publication/previous',
    `${message}\n    Fix: name an origin, a report.json, an index.json, the folder of a published tree, or git:<revision>. In a clone without its whole history, fetch the revision first (fetch-depth: 0).`,
  );

async function publishedAt(given: string, preview: boolean): Promise<string | undefined> {
  // All that is needed for requests is loaded for them alone.
  const deployment: typeof import('@nx-agent-skills/deployment') = require('@nx-agent-skills/deployment');
  try {
    return await deployment.readPublished(parseOrigin(given, { preview }));
  } catch (error) {
    if (!(error instanceof deployment.DeploymentError)) throw error;
    throw new PublicationError('publication/previous', error.message);
  }
}
