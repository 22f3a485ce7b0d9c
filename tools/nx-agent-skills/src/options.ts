import {
  matchSkillSearch,
  normalizeFolder,
  type RuleSettings,
  ruleLevelFault,
  type SkillSearch,
} from '@nx-agent-skills/skill/layout';
import { z } from 'zod';
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
      .describe('Levels of single rules by code: off, warning or error. See docs/rules.md.')
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
    bundleSlugs: z
      .record(z.string(), z.string())
      .default({})
      .describe('Names of bundle archives by bundle folder. Default: the name of the bundle.')
      .meta({ examples: [{ 'skills/cloud': 'acme-cloud' }] }),
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

/** Parses the plugin options of nx.json. Never throws: a typo must not break other nx commands. */
export function parseOptions(received: unknown): ParsedOptions {
  const result = optionsSchema.safeParse(received ?? {});
  if (result.success) {
    const options = normalize(result.data);
    const faults = [...ruleFaults(options), ...placeFaults(options)];
    return faults.length === 0 ? { options } : { fault: faultMessage(faults) };
  }
  const faults = result.error.issues.flatMap((issue) => describeIssue(issue, received));
  return { fault: faultMessage(faults) };
}

function normalize(options: PluginOptions): PluginOptions {
  return {
    ...options,
    roots: options.roots.map(normalizeFolder),
    outputDir: normalizeFolder(options.outputDir),
    buildDir: normalizeFolder(options.buildDir),
  };
}

function ruleFaults({ rules }: PluginOptions): string[] {
  return Object.entries(rules).flatMap(([code, level]) => {
    const fault = ruleLevelFault(code, level);
    return fault === undefined ? [] : [`  rules: ${fault}.`];
  });
}

/** Outputs among the skills would be taken for skills by the next run. */
function placeFaults(options: PluginOptions): string[] {
  const { rootOf } = matchSkillSearch({ roots: options.roots, exclude: [] });
  const own = (['outputDir', 'buildDir'] as const).flatMap((name) => {
    const root = rootOf(options[name]);
    if (root === undefined || root === '.') return [];
    return [
      `  ${name}: received "${options[name]}", which lies in the root ${root} of the skills.`,
    ];
  });
  const isInside = (a: string, b: string) => a === b || a.startsWith(`${b}/`);
  const { outputDir, buildDir } = options;
  const overlap = isInside(outputDir, buildDir) || isInside(buildDir, outputDir);
  return overlap
    ? [
        ...own,
        `  buildDir: received "${buildDir}", which must lie beside outputDir, not in or around it.`,
      ]
    : own;
}

/** The search for skills that the options describe. */
export function skillSearchOf({ roots, exclude, outputDir, buildDir }: PluginOptions): SkillSearch {
  return { roots, exclude, outputs: [outputDir, buildDir] };
}

const faultMessage = (faults: readonly string[]) =>
  `The options of nx-agent-skills in nx.json are invalid:\n${faults.join('\n')}`;

function describeIssue(issue: z.core.$ZodIssue, received: unknown): string[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(optionsSchema.shape).join(', ');
    return issue.keys.map((key) => `  ${key}: there is no such option. Known options: ${known}.`);
  }
  const [name] = issue.path;
  const value = issue.path.reduce<unknown>(
    (inside, key) => (inside as Record<PropertyKey, unknown> | undefined)?.[key],
    received,
  );
  const example = EXAMPLES[String(name)];
  const fix =
    example === undefined ? '' : ` Example: "${String(name)}": ${JSON.stringify(example)}.`;
  return [
    `  ${issue.path.map(String).join('.') || 'options'}: received ${JSON.stringify(value) ?? 'nothing'}, ${expectation(String(name))}.${fix}`,
  ];
}

const EXAMPLES: Record<string, unknown> = {
  origin: 'https://skills.acme.example',
  outputDir: 'dist/agent-skills',
  buildDir: 'dist/agent-skills-build',
  roots: ['skills'],
  exclude: ['skills/drafts'],
  strict: true,
  rules: { 'name/differs-from-folder': 'off' },
  onRefused: 'exclude',
  preview: true,
  repository: 'github:acme/skills',
  agents: ['claude-code'],
  bundleSlugs: { 'skills/cloud': 'acme-cloud' },
  archiveTargetName: 'archive',
  hashTargetName: 'hash',
  publishIndexTargetName: 'publish-index',
  validateTargetName: 'validate',
};

function expectation(name: string): string {
  if (name === 'strict' || name === 'preview') return 'expected true or false';
  if (name === 'roots' || name === 'exclude') {
    return 'expected a list of folders inside the workspace, without "!"';
  }
  if (name === 'rules') return 'expected codes of rules with "off", "warning" or "error" each';
  if (name === 'onRefused') return 'expected "fail" or "exclude"';
  if (name === 'agents') return 'expected a list of agent ids';
  if (name === 'bundleSlugs') return 'expected bundle folders with a name each';
  if (name === 'outputDir' || name === 'buildDir') return 'expected a folder inside the workspace';
  if (name.endsWith('TargetName')) {
    return 'expected a target name of letters, digits, dots and hyphens that no other target has';
  }
  return 'expected a text';
}
