import type { ArtifactOnDisk, SkillRecord } from '@nx-agent-skills/artifact';
import type { Agent, MarketplaceSettings, Origin, Repository } from '@nx-agent-skills/discovery';
import type { Finding, LeftOut, RuleSettings } from '@nx-agent-skills/skill';
import type { Hosting } from './hosting/hosting-files';
import type { Previous } from './previous';
import type { ZipMode } from './report-schema';
import type { SnapshotPlaces } from './snapshots/read-snapshots';

/** A skill that was built: where its artifact and its record lie. */
export interface BuiltSkill {
  /** Its folder, relative to the workspace. */
  path: string;
  /** Absolute. */
  artifactFolder: string;
  /** Absolute. */
  recordFile: string;
}

/** What the publisher decides. */
export interface PublicationOptions {
  /** Absolute. */
  workspaceRoot: string;
  /** The folder of the tree, relative to the workspace. */
  outputDir: string;
  origin: Origin;
  /** The first one gets every install command, the others one each. */
  agents: readonly Agent[];
  repository?: Repository;
  /** The Claude marketplace that the repository keeps, when it keeps one. */
  marketplace?: Pick<MarketplaceSettings, 'name'>;
  /** Whether the zips of archives are published, and which of the two the index has. */
  zip: ZipMode;
  /** Whether the index of discovery 0.1.0 is published. */
  legacyIndex: boolean;
  /** Whether the index points to urls with digests in them, whose bytes never change. */
  contentAddressed: boolean;
  /** The hosts whose settings are written into the tree. */
  hosting: readonly Hosting[];
  /** Names of bundle archives by bundle folder; else the bundle's name or its folder's. */
  bundleSlugs: Readonly<Record<string, string>>;
  settings: RuleSettings;
  /** Whether a refused skill refuses the publication, or is left out of it. */
  onRefused: 'fail' | 'exclude';
  /** Folders with skills that the publisher leaves out on purpose, for the report. */
  excludedOnPurpose: readonly string[];
  /**
   * Absolute. Keeps the tree before the published one, so that the next publication writes only what
   * differs. On the file system of the output folder, and in no folder that is deployed.
   */
  spareFolder?: string;
  /** What the publication is compared with, in the report too. Default: the tree before, and not there. */
  previous?: Previous;
  /** Whether a publication that lacks a skill of the one before is refused. */
  onRemoved: 'allow' | 'fail';
  /** Snapshots of releases, which are published too. */
  snapshots?: SnapshotPlaces;
  /** Name and version of the product, for the report. */
  generator: string;
}

/** A skill with its verified artifact and its place in the tree. */
export interface PublishedSkill {
  record: SkillRecord;
  artifact: ArtifactOnDisk;
  leftOut: LeftOut[];
  /** The name in the index, or the slug of a bundle that is not in it. */
  name: string;
  /** Relative to the tree. */
  artifactPath: string;
  /** Whether it has an index entry: all but bundles without a SKILL.md of their own. */
  indexed: boolean;
}

/** A skill, or something that looks like one, that is left out of a publication because it is refused. */
export interface RefusedSkill {
  /** Relative to the workspace. */
  path: string;
  /** At least one of them is an error. */
  findings: Finding[];
}
