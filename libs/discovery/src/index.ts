export { AGENTS, type Agent, DEFAULT_AGENTS, findAgent } from './agents';
export {
  ArtifactUrlError,
  type ArtifactUrlErrorCode,
  addressOf,
  artifactUrl,
  catalogueUrl,
  pathOfUrl,
  publishedPath,
  skillSourceUrl,
  wellKnownIndexUrl,
} from './artifact-url';
export type { BundledSkill } from './curl-commands';
export { buildIndex, IndexError, parseIndex, serializeIndex } from './discovery-index';
export { findRepository } from './find-repository';
export type { IndexProblem } from './index-problems';
export {
  DISCOVERY_SCHEMA,
  type DiscoveryIndex,
  type EntryType,
  type IndexEntry,
} from './index-schema';
export {
  type InstallCommand,
  type InstallMethod,
  type InstallTarget,
  installCommands,
  reportedInstallCommands,
} from './install-commands';
export {
  type LegacyEntry,
  legacyFilePath,
  serializeLegacyIndex,
  unservableLegacyFile,
} from './legacy-index';
export {
  type ListedSkill,
  type MarketplacePlugin,
  type MarketplaceSettings,
  marketplacePlugins,
  pluginNamesOf,
} from './marketplace';
export { MarketplaceError, type MarketplaceErrorCode } from './marketplace-error';
export { MARKETPLACE_FILE, type MergedMarketplace, mergeMarketplace } from './marketplace-file';
export { marketplaceNameFault } from './marketplace-name';
export { type Origin, type OriginOptions, parseOrigin } from './origin';
export { OriginError, type OriginErrorCode } from './origin-error';
export { quoteForShell, ShellQuoteError } from './quote-for-shell';
export { parseRepository, type Repository } from './repository';
export {
  isVersion,
  parseVersions,
  serializeReleases,
  serializeVersions,
  type Versions,
  VersionsError,
} from './versions';
