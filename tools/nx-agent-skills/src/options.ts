import { type RuleSettings, ruleLevelFault } from '@nx-agent-skills/skill/layout';
import { z } from 'zod';

const path = (what: string) =>
  z
    .string()
    .min(1)
    .refine((value) => !/^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)/.test(value))
    .describe(what);

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
    outputDir: path(
      'Folder of the published tree; each publication replaces it as a whole.',
    ).default('dist/agent-skills'),
    buildDir: path('Folder of the artifacts that single skills are built into.').default(
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
  .refine(
    (options) =>
      new Set([
        options.archiveTargetName,
        options.hashTargetName,
        options.publishIndexTargetName,
        options.validateTargetName,
      ]).size === 4,
    { path: ['archiveTargetName'] },
  );

export type PluginOptions = z.infer<typeof optionsSchema>;

/** The options, or a message for people that names every faulty one. */
export type ParsedOptions = { options: PluginOptions } | { fault: string };

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
    const faults = Object.entries(result.data.rules).flatMap(([code, level]) => {
      const fault = ruleLevelFault(code, level);
      return fault === undefined ? [] : [`  rules: ${fault}.`];
    });
    return faults.length === 0 ? { options: result.data } : { fault: faultMessage(faults) };
  }
  const faults = result.error.issues.flatMap((issue) => describeIssue(issue, received));
  return { fault: faultMessage(faults) };
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
    return 'expected a list of folders inside the workspace';
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
