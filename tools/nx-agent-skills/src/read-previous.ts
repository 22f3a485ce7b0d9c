import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { parseOrigin } from '@nx-agent-skills/discovery';
import {
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
  if (/^https?:\/\//i.test(given)) {
    const text = await publishedAt(given, preview);
    return text === undefined
      ? { source: given, skills: [], isIndex: false }
      : parsePrevious(given, text);
  }
  const path = resolve(workspaceRoot, given);
  if (!given.startsWith(GIT) && existsSync(path)) {
    const isFolder = statSync(path).isDirectory();
    const file = isFolder ? join(path, REPORT_FILES.json) : path;
    // What is published names no folder of this machine.
    const source = isAbsolute(given) ? basename(given) : given;
    return parsePrevious(source, existsSync(file) ? readFileSync(file, 'utf8') : '');
  }
  const revision = given.startsWith(GIT) ? given.slice(GIT.length) : given;
  return previousOfRevision(given, workspaceRoot, revision, search, options);
}

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
