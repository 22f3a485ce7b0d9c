import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { type Answer, missing, serveFile, startHost } from '@nx-agent-skills/deployment/testing';
import { publishTree } from '@nx-agent-skills/deployment/testing/published-tree';
import {
  artifactUrl,
  type Origin,
  parseIndex,
  parseOrigin,
  pathOfUrl,
  publishedPath,
  serializeIndex,
  serializeVersions,
} from '@nx-agent-skills/discovery';
import { skillMd } from '@nx-agent-skills/publication/testing';
import { SITE_DEFAULTS, type SiteOptions } from '../site';

/** A site on this machine whose tree can be replaced. */
export interface TestSite {
  origin: Origin;
  /** The paths that were asked for. */
  requests: string[];
  /** Answers that stand in for files, by path. */
  answers: Record<string, Answer>;
  /** Called before each answer. */
  onRequest: (path: string) => void;
  /** Serves another tree from now on. */
  serve(tree: string): void;
}

/** Preview sites, without waiting. */
export const OPTIONS: SiteOptions = { ...SITE_DEFAULTS, preview: true, patienceMs: 0 };

/** Starts a site that is closed after the test. */
export async function startSite(): Promise<TestSite> {
  let tree = '';
  const answer: Answer = (request, response) => {
    const path = request.url ?? '/';
    site.requests.push(path);
    site.onRequest(path);
    const file = join(tree, path);
    const isFile = existsSync(file) && statSync(file).isFile();
    const usual = isFile ? serveFile(path) : missing;
    const bytes = isFile ? readFileSync(file) : Buffer.alloc(0);
    (site.answers[path] ?? usual)(request, response, bytes);
  };
  const { origin } = await startHost({ '*': answer });
  const site: TestSite = {
    origin: parseOrigin(origin, { preview: true }),
    requests: [],
    answers: {},
    onRequest: () => undefined,
    serve: (folder) => {
      tree = folder;
    },
  };
  return site;
}

/** The sources of two skills that belong together; each has the text of its release. */
export function release(text: string): Record<string, string> {
  return {
    'skills/alpha/SKILL.md': skillMd('alpha', text),
    'skills/beta/SKILL.md': skillMd('beta', text),
    'skills/beta/scripts/run.sh': `#!/bin/sh\necho ${text}\n`,
  };
}

/** Publishes skills for a site. @returns the tree */
export function publishFor({ origin }: TestSite, files: Record<string, string>): string {
  return publishTree(files, { origin }).tree;
}

/** Adds the skills of one tree to another as a frozen release, with versions.json. */
export function addRelease(site: TestSite, tree: string, version: string, from: string): void {
  const { origin } = site;
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  };
  const index = parseIndex(readFileSync(join(from, publishedPath.index), 'utf8'), { origin });
  const skills = index.skills.map((entry) => {
    const path = pathOfUrl(origin, entry.url);
    const frozen = publishedPath.snapshotFile(version, path);
    cpSync(join(from, path), join(tree, frozen));
    return { ...entry, url: artifactUrl(origin, frozen) };
  });
  const text = serializeIndex({ ...index, skills });
  write(publishedPath.snapshotIndex(version), text);
  const file = join(tree, publishedPath.versions);
  const before = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { versions: [], digests: {} };
  const versions = [...before.versions, version];
  const digests = { ...before.digests, [version]: digestOf(Buffer.from(text)) };
  write(publishedPath.versions, serializeVersions({ versions, digests }));
}

/** The error that a promise is rejected with; fails when it is not. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  try {
    await promise;
  } catch (error) {
    return error as Error & { code?: string };
  }
  throw new Error('The promise was not rejected.');
}
