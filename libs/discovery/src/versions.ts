import compare from 'semver/functions/compare';
import prerelease from 'semver/functions/prerelease';
import valid from 'semver/functions/valid';
import { z } from 'zod';

/** The snapshots of a publisher, in the form of versions.json (agentskills, pull request 380). */
export interface Versions {
  /** The newest version that is no prerelease; where all are, the newest. */
  readonly latest: string;
  /** In ascending order. */
  readonly versions: readonly string[];
  /** `sha256:…` of the bytes of each snapshot's index, by version. */
  readonly digests: Readonly<Record<string, string>>;
}

/** Why a versions.json, or a version, cannot be used. */
export class VersionsError extends Error {
  override readonly name = 'VersionsError';
  readonly code = 'versions/invalid';

  constructor(readonly problems: readonly string[]) {
    super(`versions/invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

const shape = z.strictObject({
  latest: z.string(),
  versions: z.array(z.string()).min(1),
  digests: z.record(z.string(), z.string().regex(/^sha256:[0-9a-f]{64}$/)),
});

/**
 * Whether a text is a version as semver writes it, in full: no "v", no blanks, no build metadata,
 * which has no place in the order of versions.
 */
export const isVersion = (text: string): boolean => valid(text) === text;

/**
 * Reads a versions.json as strictly as it is written.
 *
 * @throws VersionsError with every problem
 */
export function parseVersions(text: string): Versions {
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) {
    const paths = parsed.error.issues.map(
      ({ path }) => path.map(String).join('.') || 'the document',
    );
    throw new VersionsError(
      [...new Set(paths)].map((path) => `${path} is not what versions.json has there`),
    );
  }
  const problems = problemsOf(parsed.data);
  if (problems.length > 0) throw new VersionsError(problems);
  return parsed.data;
}

function problemsOf({ latest, versions, digests }: Versions): string[] {
  const bad = versions.filter((version) => !isVersion(version));
  if (bad.length > 0) return bad.map((version) => `${JSON.stringify(version)} is no version`);
  const problems: string[] = [];
  const sorted = [...new Set(versions)].sort(compare);
  if (sorted.join() !== versions.join()) {
    problems.push('versions are not in ascending order, each of them once');
  }
  const expected = latestOf(sorted);
  if (latest !== expected) problems.push(`latest is ${JSON.stringify(latest)}, not "${expected}"`);
  const named = Object.keys(digests).sort();
  if (named.join() !== [...sorted].sort().join()) {
    problems.push('digests do not name exactly the versions');
  }
  return problems;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VersionsError(['it is no JSON']);
  }
}

/** The bytes of versions.json: two-space JSON, keys in ascending order of versions, final newline. */
export function serializeVersions({
  versions,
  digests,
}: Pick<Versions, 'versions' | 'digests'>): string {
  const sorted = [...versions].sort(compare);
  const ordered = Object.fromEntries(sorted.map((version) => [version, digests[version]]));
  const text = { latest: latestOf(sorted), versions: sorted, digests: ordered };
  return `${JSON.stringify(text, null, 2)}\n`;
}

/** The bytes of versions.json for releases in any order, each with the digest of its index. */
export const serializeReleases = (
  releases: ReadonlyArray<{ version: string; digest: string }>,
): string =>
  serializeVersions({
    versions: releases.map(({ version }) => version),
    digests: Object.fromEntries(releases.map(({ version, digest }) => [version, digest])),
  });

const latestOf = (sorted: readonly string[]): string =>
  sorted.findLast((version) => prerelease(version) === null) ?? sorted.at(-1) ?? '';
