import { digestOf } from '@nx-agent-skills/artifact';
import {
  artifactUrl,
  type InstallCommand,
  type Origin,
  publishedPath,
  quoteForShell,
  wellKnownIndexUrl,
} from '@nx-agent-skills/discovery';
import type { PublicationOptions, PublishedSkill } from './publication';
import type { Check, Report } from './report-schema';

/** The check of the index. */
export function indexCheck(origin: Origin, indexDigest: string): Check {
  return {
    check: 'index',
    command: `curl -fsSL ${quoteForShell(wellKnownIndexUrl(origin))} | sha256sum`,
    expected: `${hexOf(indexDigest)}: the served index is the one that was built; a 404 often means that the deploy dropped folders that begin with a dot.`,
    status: 'not-run',
  };
}

/**
 * The check of all releases together.
 *
 * @param versionsText the content of versions.json
 */
export function snapshotsCheck(origin: Origin, versionsText: string): Check {
  const digest = digestOf(Buffer.from(versionsText, 'utf8'));
  return {
    check: 'snapshots',
    command: `curl -fsSL ${quoteForShell(artifactUrl(origin, publishedPath.versions))} | sha256sum`,
    expected: `${hexOf(digest)}: the served list of releases is the one that was built. Each index has the digest that the list says, each artifact the one that its index says.`,
    status: 'not-run',
  };
}

/** The checks of the publication as a whole. */
export const commonChecks = ({ index, snapshotsCheck: snapshots }: Report): Check[] => [
  index.check,
  ...(snapshots ? [snapshots] : []),
];

/** The checks of one skill, none of which has been run when the tree is built. */
export function skillChecks(
  { origin, zip }: Pick<PublicationOptions, 'origin' | 'zip'>,
  skill: PublishedSkill,
  install: readonly InstallCommand[],
): Check[] {
  const url = quoteForShell(artifactUrl(origin, skill.artifactPath));
  const digestCheck = (address: string, digest: string): Check => ({
    check: 'digest',
    command: `curl -sL ${address} | sha256sum`,
    expected: hexOf(digest),
    status: 'not-run',
  });
  const checks = [digestCheck(url, skill.record.digest)];
  if (zip !== 'off' && skill.record.zip) {
    const address = quoteForShell(artifactUrl(origin, publishedPath.zip(skill.artifactPath)));
    checks.push(digestCheck(address, skill.record.zip.digest));
  }
  if (skill.record.type === 'archive') {
    checks.push({
      check: 'layout',
      command: `curl -sL ${url} | tar -tzf -`,
      expected: `${skill.record.files.length} bare relative paths, no wrapping folder: ${firstPaths(skill)}`,
      status: 'not-run',
    });
  }
  const command = install[0]?.command;
  checks.push({
    check: 'install',
    ...(command === undefined ? {} : { command }),
    expected: `The agent lists the skill ${skill.name}.`,
    status: 'not-run',
  });
  checks.push({
    check: 'activation',
    expected: `A request that fits the description makes the agent use ${skill.name}.`,
    status: 'not-run',
  });
  return checks;
}

const hexOf = (digest: string) => digest.slice('sha256:'.length);

function firstPaths({ record }: PublishedSkill): string {
  const paths = record.files.map(({ path }) => path);
  const [first, others] = [paths.slice(0, 3).join(', '), paths.length - 3];
  return others > 0 ? `${first}, and ${others} more` : first;
}
