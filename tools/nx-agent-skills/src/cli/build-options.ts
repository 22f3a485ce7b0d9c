import { isAbsolute, relative, sep } from 'node:path';
import { normalizeFolder } from '@nx-agent-skills/skill/layout';
import { OptionError } from '../option-error';
import { type PluginOptions, parseOptions } from '../options';
import { type CommandOptions, parseCommand } from './parse-command';

export const BUILD_HELP = `Builds all skills and publishes them as one verified tree. Run it in the root of the repository.
Usage: nx-agent-skills build --origin <https origin> [options]

  --origin <url>          the https origin that you serve the tree from; required
  --skills <folder>       a folder, or a glob of folders, below which skills lie; may be repeated;
                          default: skills
  --out <folder>          the published tree, replaced as a whole; default: dist/agent-skills
  --build <folder>        artifacts that are kept for the next run; default: the tree's with "-build"
  --snapshots <folder>    releases that were frozen, published too; default: snapshots
  --digests-only          releases may lack their artifacts: they are built again from their tags
  --snapshot-tag <tag>    the tag of a release; default: v{version}
  --exclude <glob>        folders that are not searched; may be repeated
  --strict                treat every warning as an error
  --rule <code=level>     set a rule to off, warning or error; may be repeated
  --on-refused <what>     fail, or exclude: publish the rest and report what is left out
  --repository <git>      for install commands; default: that of package.json, else the git remote
  --agent <id>            an agent that install commands are made for; may be repeated
  --zip <mode>            off, beside or index
  --legacy-index          publish the index of discovery 0.1.0 too
  --content-addressed     let the index point to urls with the digest in them
  --previous <what>       the publication to compare with: an origin, a report or index, a folder, or
                          git:<revision>; default: the tree before, which is not written down
  --on-removed <what>     allow, or fail: refuse a publication that lacks a skill of the one before
  --hosting <host>        headers, vercel, nginx or github-pages; may be repeated
  --bundle-slug <f=name>  the name of a bundle's archive by its folder; may be repeated
  --preview               allow http and loopback origins
  --dry-run               check everything and write no tree
  --json                  print the result for programs
`;

const OPTIONS: CommandOptions = {
  origin: 'text',
  skills: 'texts',
  out: 'text',
  build: 'text',
  snapshots: 'text',
  'digests-only': 'flag',
  'snapshot-tag': 'text',
  exclude: 'texts',
  strict: 'flag',
  rule: 'texts',
  'on-refused': 'text',
  repository: 'text',
  agent: 'texts',
  zip: 'text',
  'legacy-index': 'flag',
  'content-addressed': 'flag',
  previous: 'text',
  'on-removed': 'text',
  hosting: 'texts',
  'bundle-slug': 'texts',
  preview: 'flag',
  'dry-run': 'flag',
  json: 'flag',
};

/** The options of the plugin by those of the command that stand for them. */
const NAMES: Readonly<Record<string, string>> = {
  roots: 'skills',
  outputDir: 'out',
  buildDir: 'build',
  snapshotsDir: 'snapshots',
  rules: 'rule',
  onRefused: 'on-refused',
  agents: 'agent',
  legacyIndex: 'legacy-index',
  contentAddressed: 'content-addressed',
  onRemoved: 'on-removed',
  snapshotTag: 'snapshot-tag',
  bundleSlugs: 'bundle-slug',
};

export interface BuildOptions {
  options: PluginOptions;
  /** The publication to compare with. */
  previous?: string;
  isDryRun: boolean;
  isJson: boolean;
}

/**
 * Reads the arguments of `build`.
 *
 * @param folder absolute; absolute paths below it are taken as relative to it
 * @throws OptionError that names every faulty option
 */
export function readBuildOptions(args: readonly string[], folder: string): BuildOptions | 'help' {
  const { isHelp, values } = parseCommand(args, OPTIONS, 'build');
  if (isHelp) return 'help';
  const { 'dry-run': isDryRun, json: isJson } = values;
  if (values.origin === undefined) {
    throw new OptionError('--origin is missing. Example: --origin https://skills.acme.example.');
  }
  const outputDir = textOf(values.out, folder) ?? 'dist/agent-skills';
  const buildDir = textOf(values.build, folder) ?? `${outputDir}-build`;
  const given = {
    origin: values.origin,
    roots: listOf(values.skills)?.map((root) => within(folder, root)),
    outputDir,
    buildDir,
    snapshotsDir: textOf(values.snapshots, folder),
    exclude: values.exclude,
    strict: values.strict,
    rules: pairsOf('rule', values.rule, 'name/differs-from-folder=off'),
    onRefused: values['on-refused'],
    repository: values.repository,
    agents: values.agent,
    zip: values.zip,
    legacyIndex: values['legacy-index'],
    contentAddressed: values['content-addressed'],
    onRemoved: values['on-removed'],
    snapshotArtifacts: values['digests-only'] === true ? 'rebuilt' : undefined,
    snapshotTag: values['snapshot-tag'],
    hosting: values.hosting,
    bundleSlugs: pairsOf('bundle-slug', values['bundle-slug'], 'skills/cloud=acme-cloud'),
    preview: values.preview,
  };
  const received = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const parsed = parseOptions(received, 'These options are invalid:');
  if ('fault' in parsed) throw new OptionError(inOurNames(parsed.fault));
  return {
    options: parsed.options,
    ...(typeof values.previous === 'string' ? { previous: values.previous } : {}),
    isDryRun: isDryRun === true,
    isJson: isJson === true,
  };
}

const textOf = (value: unknown, folder: string) =>
  typeof value === 'string' ? within(folder, value) : undefined;

const listOf = (value: unknown): string[] | undefined => (Array.isArray(value) ? value : undefined);

/** A path that was given, as one relative to the folder. */
export function within(folder: string, path: string): string {
  if (!isAbsolute(path)) return normalizeFolder(path);
  return relative(folder, path).split(sep).join('/') || '.';
}

/** Options that name pairs, such as `--rule code=level`. */
export function pairsOf(
  name: string,
  value: unknown,
  example: string,
): Record<string, string> | undefined {
  const pairs = listOf(value)?.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
    throw new OptionError(
      `--${name} received ${JSON.stringify(pair)}, expected two texts with "=" between. Example: --${name} ${example}.`,
    );
  });
  return pairs && Object.fromEntries(pairs);
}

/** Messages about options of the plugin, in the words of the command line. */
export function inOurNames(fault: string): string {
  return fault
    .replace(/ Example: "[^"]*": .*$/gm, '')
    .replace(/^ {2}([A-Za-z]+)/gm, (_, name: string) => `  --${NAMES[name] ?? name}`)
    .replace(
      /The option "([A-Za-z]+)"/g,
      (_, name: string) => `The option --${NAMES[name] ?? name}`,
    );
}
