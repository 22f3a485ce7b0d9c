import {
  matchSkillSearch,
  normalizeFolder,
  type RuleSettings,
  ruleLevelFault,
  type SkillSearch,
} from '@nx-agent-skills/skill/layout';
import { z } from 'zod';
import { describeOptionIssue } from './describe-option-issue';
import { marketplaceFaults, marketplaceSchema } from './marketplace-option';
import { isOutputPath } from './skill-outputs';

const path = (what: string) =>
  z
    .string()
    .min(1)
    .refine((value) => !/^(\/|!|[A-Za-z]:)|\\|(^|\/)\.\.(\/|$)/.test(value))
    .describe(what);

/** A folder that is emptied and filled. */
const outputPath = (what: string) => z.string().refine(isOutputPath).describe(what);

const targetName = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
    .describe(what);

/** The options of the plugin in nx.json, from which their JSON schema is made as well. */
export const optionsSchema = z
  .strictObject({
    origin: z
      .string()
      .exactOptional()
      .describe('The https origin, with an optional base path, that you serve the tree from.')
      .meta({ examples: ['https://skills.acme.example'] }),
    outputDir: outputPath(
      'Folder of the published tree; each publication replaces it as a whole.',
    ).default('dist/agent-skills'),
    buildDir: outputPath('Folder of the artifacts that single skills are built into.').default(
      'dist/agent-skills-build',
    ),
    snapshotsDir: outputPath(
      'Folder of the releases that the target snapshot has frozen; they are published too. Commit it.',
    ).default('snapshots'),
    snapshotArtifacts: z
      .enum(['stored', 'rebuilt'])
      .default('stored')
      .describe(
        'Whether snapshots hold their artifacts, or only digests: they are then built again from the tag of the release.',
      ),
    snapshotTag: z
      .string()
      .regex(/^[^\s~^:?*[\\]*\{version\}[^\s~^:?*[\\]*$/)
      .default('v{version}')
      .describe('The git tag of a release.'),
    roots: z
      .array(path('A folder, or a glob of folders, below which skills lie at any depth.'))
      .min(1)
      .default(['skills'])
      .meta({ examples: [['skills', 'packages/*/skills']] }),
    exclude: z
      .array(path('A glob of folders that are not searched for skills.'))
      .default([])
      .meta({ examples: [['skills/drafts']] }),
    strict: z.boolean().default(false).describe('Treat every warning as an error.'),
    rules: z
      .record(z.string(), z.enum(['off', 'warning', 'error']))
      .default({})
      .describe('Levels of single rules (docs/rules.md) by their code: off, warning or error.')
      .meta({ examples: [{ 'name/differs-from-folder': 'off' }] }),
    onRefused: z
      .enum(['fail', 'exclude'])
      .default('fail')
      .describe('Whether a refused skill fails the publication or is left out of it and reported.'),
    repository: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        'The git repository for repository-based install commands. Default: "repository" in package.json, else the remote "origin".',
      )
      .meta({ examples: ['github:acme/skills'] }),
    agents: z
      .array(z.string().min(1))
      .min(1)
      .default(['claude-code', 'codex', 'cursor', 'github-copilot'])
      .describe('Ids of the agents that install commands are made for.'),
    zip: z
      .enum(['off', 'beside', 'index'])
      .default('off')
      .describe(
        'Publish archives as .zip too: beside the .tar.gz, or with the index pointing to the .zip.',
      ),
    legacyIndex: z
      .boolean()
      .default(false)
      .describe('Publish the index of discovery 0.1.0 too, with all files beside it.'),
    contentAddressed: z
      .boolean()
      .default(false)
      .describe(
        'Let the index point to urls with the digest in them, whose bytes never change. See docs/snapshots.md.',
      ),
    onRemoved: z
      .enum(['allow', 'fail'])
      .default('allow')
      .describe('Whether a publication that lacks a skill of the one before is refused.'),
    hosting: z
      .array(z.enum(['headers', 'vercel', 'nginx', 'github-pages']))
      .default([])
      .describe('Hosts whose settings are written into the tree. See docs/hosting.md.')
      .meta({ examples: [['headers']] }),
    bundleSlugs: z
      .record(z.string(), z.string())
      .default({})
      .describe('Names of bundle archives by bundle folder. Default: the name of the bundle.')
      .meta({ examples: [{ 'skills/cloud': 'acme-cloud' }] }),
    marketplace: marketplaceSchema.exactOptional(),
    preview: z
      .boolean()
      .default(false)
      .describe('Allow http and loopback origins, for a local preview.'),
    archiveTargetName: targetName('Name of the target that builds an artifact.').default('archive'),
    hashTargetName: targetName('Name of the target that verifies and records it.').default('hash'),
    publishIndexTargetName: targetName('Name of the target that publishes the tree.').default(
      'publish-index',
    ),
    validateTargetName: targetName('Name of the target that checks all skills together.').default(
      'validate',
    ),
  })
  .refine((options) => new Set(targetNamesOf(options)).size === 4, { path: ['archiveTargetName'] });

export type PluginOptions = z.infer<typeof optionsSchema>;

/** The options, or a message for people that names every faulty one. */
export type ParsedOptions = { options: PluginOptions } | { fault: string };

interface TargetNames {
  validateTargetName: string;
  archiveTargetName: string;
  hashTargetName: string;
  publishIndexTargetName: string;
}

/** The names of all our targets. */
export function targetNamesOf(options: TargetNames): string[] {
  return [
    options.validateTargetName,
    options.archiveTargetName,
    options.hashTargetName,
    options.publishIndexTargetName,
  ];
}

/** The settings of the rules that the options give. */
export function ruleSettingsOf({
  strict,
  rules,
}: Pick<PluginOptions, 'strict' | 'rules'>): RuleSettings {
  return { strict, rules };
}

/**
 * Parses the plugin options of nx.json. Never throws: a typo must not break other nx commands.
 *
 * @param title what a message says before it names the faulty options
 */
export function parseOptions(received: unknown, title = NX_JSON): ParsedOptions {
  const result = optionsSchema.safeParse(received ?? {});
  if (result.success) {
    const options = normalize(result.data);
    const faults = [...ruleFaults(options), ...placeFaults(options), ...marketplaceFaults(options)];
    return faults.length === 0 ? { options } : { fault: faultMessage(title, faults) };
  }
  const known = Object.keys(optionsSchema.shape);
  const faults = result.error.issues.flatMap((issue) =>
    describeOptionIssue(issue, received, known),
  );
  return { fault: faultMessage(title, faults) };
}

function normalize(options: PluginOptions): PluginOptions {
  return {
    ...options,
    roots: options.roots.map(normalizeFolder),
    outputDir: normalizeFolder(options.outputDir),
    snapshotsDir: normalizeFolder(options.snapshotsDir),
    buildDir: normalizeFolder(options.buildDir),
  };
}

function ruleFaults({ rules }: PluginOptions): string[] {
  return Object.entries(rules).flatMap(([code, level]) => {
    const fault = ruleLevelFault(code, level);
    return fault === undefined ? [] : [`  rules: ${fault}.`];
  });
}

const FOLDERS = ['outputDir', 'buildDir', 'snapshotsDir'] as const;

/** What is written among the skills would be taken for skills by the next run. */
function placeFaults(options: PluginOptions): string[] {
  const { rootOf } = matchSkillSearch({ roots: options.roots, exclude: [] });
  const own = FOLDERS.flatMap((name) => {
    const root = rootOf(options[name]);
    if (root === undefined || root === '.') return [];
    return [
      `  ${name}: received "${options[name]}", which lies in the root ${root} of the skills.`,
    ];
  });
  const isInside = (a: string, b: string) => a === b || a.startsWith(`${b}/`);
  const overlaps = FOLDERS.flatMap((name, at) =>
    FOLDERS.slice(0, at)
      .filter(
        (other) =>
          isInside(options[name], options[other]) || isInside(options[other], options[name]),
      )
      .map(
        (other) =>
          `  ${name}: received "${options[name]}", which must lie beside ${other}, not in or around it.`,
      ),
  );
  return [...own, ...overlaps];
}

/** The search for skills that the options describe. */
export function skillSearchOf({
  roots,
  exclude,
  outputDir,
  buildDir,
  snapshotsDir,
}: PluginOptions): SkillSearch {
  return { roots, exclude, outputs: [outputDir, buildDir, snapshotsDir] };
}

const NX_JSON = 'The options of nx-agent-skills in nx.json are invalid:';

const faultMessage = (title: string, faults: readonly string[]) => `${title}\n${faults.join('\n')}`;
