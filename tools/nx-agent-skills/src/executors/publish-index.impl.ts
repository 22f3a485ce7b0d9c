import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutorContext } from '@nx/devkit';
import { ArtifactError } from '@nx-agent-skills/artifact';
import {
  findRepository,
  MARKETPLACE_FILE,
  MarketplaceError,
  OriginError,
  parseOrigin,
} from '@nx-agent-skills/discovery';
import {
  type Hosting,
  PublicationError,
  publish,
  type ZipMode,
} from '@nx-agent-skills/publication';
import { checkSkillsTogether, type RuleSettings, saveMemory } from '@nx-agent-skills/skill';
import { version } from '../../package.json';
import { openMemory } from '../open-memory';
import { agentOf } from './agent-of';
import { builtSkills } from './built-skills';
import { checkGraph } from './check-graph';
import { describePublication } from './describe-publication';
import { OptionError } from './option-error';
import { print, printError } from './print';
import { isSystemError } from './system-error';

/** Options of the `publish-index` executor. */
export interface PublishIndexOptions {
  roots: string[];
  exclude: string[];
  strict: boolean;
  /** Levels of single rules by code. */
  rules?: RuleSettings['rules'];
  onRefused?: 'fail' | 'exclude';
  outputDir: string;
  buildDir: string;
  agents: string[];
  zip?: ZipMode;
  legacyIndex?: boolean;
  hosting?: Hosting[];
  /** The Claude marketplace that the repository keeps. */
  marketplace?: { name: string };
  bundleSlugs: Record<string, string>;
  preview: boolean;
  origin?: string;
  repository?: string;
  /** Check everything and write nothing. */
  dryRun?: boolean;
  /** Why the plugin options are invalid, when they are. */
  fault?: string;
}

/** Where the tree before the published one is kept. The folders of skills there end in a hash. */
const spareFolderOf = ({ buildDir, outputDir }: PublishIndexOptions) =>
  `${buildDir}/.earlier-${outputDir.replaceAll('/', '-')}`;

/** Publishes all skills of the workspace as one verified tree. */
export default async function publishIndex(
  options: PublishIndexOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  try {
    openMemory();
    const description = publishSkills(options, context);
    saveMemory(true);
    await print(description);
    return { success: true };
  } catch (error) {
    const isKnown =
      error instanceof PublicationError ||
      error instanceof ArtifactError ||
      error instanceof OriginError ||
      error instanceof OptionError ||
      error instanceof MarketplaceError;
    if (!isKnown && !isSystemError(error)) throw error;
    await printError(describeError(error).replaceAll(`${context.root}/`, ''));
    return { success: false };
  }
}

function publishSkills(options: PublishIndexOptions, context: ExecutorContext): string {
  if (options.fault !== undefined) throw new OptionError(options.fault);
  if (options.origin === undefined) throw missingOrigin();
  const origin = parseOrigin(options.origin, { preview: options.preview });
  const repository = findRepository(context.root, options.repository);
  if (options.repository !== undefined && !repository) throw badRepository(options.repository);
  const together = checkSkillsTogether(context.root, {
    roots: options.roots,
    exclude: options.exclude,
    outputs: [options.outputDir, options.buildDir],
  });
  const built = builtSkills(context.projectGraph, context.root);
  checkGraph(built, together.skills);
  const { marketplace } = options;
  const isMissing = marketplace !== undefined && !existsSync(join(context.root, MARKETPLACE_FILE));
  const dryRun = options.dryRun === true || process.env.NX_DRY_RUN === 'true';
  const publication = publish(
    built,
    together.findings,
    {
      workspaceRoot: context.root,
      outputDir: options.outputDir,
      origin,
      agents: options.agents.map((id) => agentOf(id)),
      zip: options.zip ?? 'off',
      legacyIndex: options.legacyIndex ?? false,
      hosting: options.hosting ?? [],
      ...(marketplace && !isMissing ? { marketplace } : {}),
      ...(repository ? { repository } : {}),
      bundleSlugs: options.bundleSlugs,
      settings: { strict: options.strict, rules: options.rules ?? {} },
      onRefused: options.onRefused ?? 'fail',
      excludedOnPurpose: together.excluded,
      spareFolder: join(context.root, spareFolderOf(options)),
      generator: `nx-agent-skills ${version}`,
    },
    dryRun,
  );
  const description = describePublication(publication, options.outputDir, dryRun);
  return isMissing ? `${MISSING_MARKETPLACE}${description}` : description;
}

function describeError(error: Error): string {
  if (!isSystemError(error)) return error.message;
  return `Nothing was published, and the tree of the earlier publication is untouched: ${error.message}\n    Fix: check the permissions of ${error.path ?? 'the output folder'} and the space on its disk, then publish again.`;
}

const MISSING_MARKETPLACE = `The option "marketplace" is set, but there is no ${MARKETPLACE_FILE}: its install commands are left out.\n    Fix: run nx sync, and commit the file.\n`;

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
