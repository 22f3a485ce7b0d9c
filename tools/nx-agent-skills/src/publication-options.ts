import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository, MARKETPLACE_FILE, parseOrigin } from '@nx-agent-skills/discovery';
import type { Hosting, PublicationOptions, ZipMode } from '@nx-agent-skills/publication';
import type { RuleSettings } from '@nx-agent-skills/skill';
import { version } from '../package.json';
import { agentOf } from './agent-of';
import { OptionError } from './option-error';
import { publishedPlaces } from './snapshot-places';

/** What the publisher says about a publication, in nx.json or on the command line. */
export interface PublishOptions {
  roots: string[];
  exclude: string[];
  strict: boolean;
  /** Levels of single rules by code. */
  rules?: RuleSettings['rules'];
  onRefused?: 'fail' | 'exclude';
  outputDir: string;
  buildDir: string;
  /** Where snapshots of releases lie; need not exist. */
  snapshotsDir?: string;
  snapshotArtifacts?: 'stored' | 'rebuilt';
  /** The tag of a release, with {version} in it. */
  snapshotTag?: string;
  agents: string[];
  zip?: ZipMode;
  legacyIndex?: boolean;
  contentAddressed?: boolean;
  onRemoved?: 'allow' | 'fail';
  hosting?: Hosting[];
  /** The Claude marketplace that the repository keeps. */
  marketplace?: { name: string };
  bundleSlugs: Record<string, string>;
  preview: boolean;
  origin?: string;
  repository?: string;
}

/**
 * What the libraries want to know for a publication.
 *
 * @param excludedOnPurpose folders with skills that the excludes leave out
 * @throws OptionError, OriginError for options that cannot be used
 */
export function publicationOptions(
  workspaceRoot: string,
  options: PublishOptions,
  excludedOnPurpose: string[],
): PublicationOptions {
  if (options.origin === undefined) throw missingOrigin();
  const repository = findRepository(workspaceRoot, options.repository);
  if (options.repository !== undefined && !repository) throw badRepository(options.repository);
  const { marketplace } = options;
  return {
    workspaceRoot,
    outputDir: options.outputDir,
    origin: parseOrigin(options.origin, { preview: options.preview }),
    agents: options.agents.map((id) => agentOf(id)),
    zip: options.zip ?? 'off',
    legacyIndex: options.legacyIndex ?? false,
    contentAddressed: options.contentAddressed ?? false,
    onRemoved: options.onRemoved ?? 'allow',
    hosting: options.hosting ?? [],
    ...(marketplace && !isMarketplaceMissing(workspaceRoot, options) ? { marketplace } : {}),
    ...(repository ? { repository } : {}),
    bundleSlugs: options.bundleSlugs,
    settings: { strict: options.strict, rules: options.rules ?? {} },
    onRefused: options.onRefused ?? 'fail',
    excludedOnPurpose,
    spareFolder: join(workspaceRoot, spareFolderOf(options)),
    ...(options.snapshotsDir === undefined
      ? {}
      : {
          snapshots: publishedPlaces(workspaceRoot, {
            ...options,
            snapshotsDir: options.snapshotsDir,
          }),
        }),
    generator: `nx-agent-skills ${version}`,
  };
}

/** Whether there is to be a marketplace, and nobody has written it yet. */
export function isMarketplaceMissing(
  workspaceRoot: string,
  { marketplace }: PublishOptions,
): boolean {
  return marketplace !== undefined && !existsSync(join(workspaceRoot, MARKETPLACE_FILE));
}

/** Where the tree before the published one is kept. The folders of skills there end in a hash. */
const spareFolderOf = ({ buildDir, outputDir }: PublishOptions) =>
  `${buildDir}/.earlier-${outputDir.replaceAll('/', '-')}`;

function badRepository(received: string): OptionError {
  return new OptionError(
    `The option "repository" received ${JSON.stringify(received)}, which is no repository that others can clone. Example: "github:acme/skills".`,
  );
}

function missingOrigin(): OptionError {
  return new OptionError(
    'The option "origin" is missing: the https origin that you serve the skills from.\n    Fix: add it in nx.json, "plugins": [{ "plugin": "nx-agent-skills/plugin", "options": { "origin": "https://skills.acme.example" } }], or pass --origin.',
  );
}
