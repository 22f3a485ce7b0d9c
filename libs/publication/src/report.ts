import { digestOf, type SkillRecord } from '@nx-agent-skills/artifact';
import {
  artifactUrl,
  catalogueUrl,
  type DiscoveryIndex,
  type MarketplacePlugin,
  marketplacePlugins,
  pluginNamesOf,
  publishedPath,
  reportedInstallCommands,
  serializeIndex,
  wellKnownIndexUrl,
} from '@nx-agent-skills/discovery';
import type { Finding } from '@nx-agent-skills/skill';
import { indexCheck, skillChecks, snapshotsCheck } from './checklist';
import { installTarget, namesByFolder } from './install-target';
import type { PublicationOptions, PublishedSkill, RefusedSkill } from './publication';
import { publishedIndex } from './published-index';
import type { Report, ReportedSkill } from './report-schema';
import type { Snapshots } from './snapshots/read-snapshots';
import { reportedSnapshots } from './snapshots/snapshot-files';

/**
 * Makes the report of a publication and the index that it describes. It holds no time and no
 * machine's name, so that the same commit gives the same report.
 *
 * @param findings what was found about the source tree as a whole
 */
export function makeReport(
  skills: readonly PublishedSkill[],
  refused: readonly RefusedSkill[],
  findings: readonly Finding[],
  options: PublicationOptions,
  snapshots?: Snapshots,
): { report: Report; index: DiscoveryIndex } {
  const context = {
    ...options,
    names: namesByFolder(skills.map(({ name, record }) => ({ name, path: record.path }))),
    plugins: pluginsOf(skills, options),
  };
  const addressing = options.contentAddressed ? { contentAddressed: true as const } : {};
  const reported = skills.map((skill) => reportSkill(skill, context));
  const index = publishedIndex(reported, {
    origin: options.origin.href,
    zip: options.zip,
    ...addressing,
  });
  const bytes = Buffer.from(serializeIndex(index), 'utf8');
  const digest = digestOf(bytes);
  const report: Report = {
    $schema: './report.schema.json',
    version: 1,
    generator: options.generator,
    origin: options.origin.href,
    ...(options.repository ? { repository: options.repository } : {}),
    agents: options.agents.map(({ id }) => id),
    zip: options.zip,
    legacyIndex: options.legacyIndex,
    ...addressing,
    hosting: [...options.hosting],
    index: {
      url: wellKnownIndexUrl(options.origin),
      catalogueUrl: catalogueUrl(options.origin),
      digest,
      size: bytes.length,
      entries: index.skills.length,
      check: indexCheck(options.origin, digest),
    },
    ...(snapshots
      ? {
          snapshots: reportedSnapshots(snapshots),
          snapshotsCheck: snapshotsCheck(options.origin, snapshots.text),
        }
      : {}),
    skills: reported,
    findings: [...findings],
    refused: [...refused],
    excluded: [...options.excludedOnPurpose],
  };
  return { report, index };
}

interface ReportContext extends PublicationOptions {
  names: ReadonlyMap<string, string>;
  plugins: readonly MarketplacePlugin[];
}

type PluginPlace = NonNullable<ReportedSkill['marketplace']>;

function pluginsOf(
  skills: readonly PublishedSkill[],
  { marketplace, bundleSlugs }: PublicationOptions,
): MarketplacePlugin[] {
  if (!marketplace) return [];
  const listed = skills.map(({ record: { path, shape, name, description } }) => ({
    path,
    isBundle: shape === 'bundle',
    ...(name === null ? {} : { frontmatter: { name, description: description ?? '' } }),
  }));
  return marketplacePlugins(marketplace, listed, bundleSlugs);
}

/** The smallest plugin: that of a bundle, before the one with all skills. */
function pluginOf(
  { record }: PublishedSkill,
  { plugins, marketplace }: ReportContext,
): PluginPlace | undefined {
  const ofBundle = plugins.find(({ bundle }) => bundle === record.path)?.name;
  const plugin = ofBundle ?? pluginNamesOf(record.path, plugins).at(-1);
  return marketplace && plugin !== undefined ? { name: marketplace.name, plugin } : undefined;
}

function reportSkill(skill: PublishedSkill, options: ReportContext): ReportedSkill {
  const { record } = skill;
  const marketplace = pluginOf(skill, options);
  const install = reportedInstallCommands(
    installTarget({ ...record, ...skill, ...(marketplace ? { marketplace } : {}) }, options),
  );
  return {
    name: skill.name,
    description: record.description,
    ...(record.version === undefined ? {} : { version: record.version }),
    ...(record.license === undefined ? {} : { license: record.license }),
    path: record.path,
    shape: record.shape,
    type: record.type,
    url: artifactUrl(options.origin, skill.artifactPath),
    file: skill.artifactPath,
    digest: record.digest,
    size: record.size,
    ...(options.zip !== 'off' && record.zip ? { zip: reportZip(skill, record.zip, options) } : {}),
    indexed: skill.indexed,
    ...(skill.indexed
      ? {}
      : {
          notIndexedBecause:
            'The bundle has no SKILL.md of its own, which the discovery format demands at the root of every archive.',
        }),
    ...(marketplace ? { marketplace } : {}),
    files: record.files,
    leftOut: skill.leftOut.map(({ path, reason }) => ({ path, reason })),
    findings: record.findings,
    install,
    checks: skillChecks(options, skill, install),
  };
}

function reportZip(
  { artifactPath }: PublishedSkill,
  { digest, size }: NonNullable<SkillRecord['zip']>,
  { origin }: PublicationOptions,
): NonNullable<ReportedSkill['zip']> {
  const file = publishedPath.zip(artifactPath);
  return { url: artifactUrl(origin, file), file, digest, size };
}
