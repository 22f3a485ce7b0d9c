import {
  detectPackageManager,
  logger,
  type PackageManager,
  readNxJson,
  type Tree,
} from 'nx/src/devkit-exports';
import { stringify } from 'yaml';
import { type PluginOptions, parseOptions } from '../../options';
import { fillTemplate } from '../../templates';
import { GeneratorError } from '../generator-error';
import { pluginEntries } from '../plugin-entries';

export type CiProvider = 'github' | 'gitlab';

/** Options of the `ci` generator. */
export interface CiOptions {
  provider: CiProvider;
  /** The command that uploads the tree to the host of the origin. */
  deploy?: string;
  /** The branch that is published. */
  branch?: string;
}

/** For setup-node, which looks for the package manager before it is installed. */
const NO_CACHE = "''";

/** What differs between package managers. */
type Manager = PackageManager | 'yarn 1';

const COMMANDS: Readonly<Record<Manager, { install: string; nx: string; cache: string }>> = {
  npm: { install: 'npm ci', nx: 'npx nx', cache: 'npm' },
  pnpm: {
    install: 'corepack enable && pnpm install --frozen-lockfile',
    nx: 'pnpm exec nx',
    cache: NO_CACHE,
  },
  yarn: {
    install: 'corepack enable && yarn install --immutable',
    nx: 'yarn nx',
    cache: NO_CACHE,
  },
  'yarn 1': {
    install: 'corepack enable && yarn install --frozen-lockfile',
    nx: 'yarn nx',
    cache: NO_CACHE,
  },
  bun: {
    install: 'npm install --global bun && bun install --frozen-lockfile',
    nx: 'bunx nx',
    cache: NO_CACHE,
  },
};

/** Writes the workflow that checks pull requests, and publishes, deploys and verifies the branch. */
export default async function generateCi(
  tree: Tree,
  { provider, deploy, branch }: CiOptions,
): Promise<void> {
  const nxJson = readNxJson(tree) ?? {};
  const [options = {}] = pluginEntries(nxJson).map((entry) => entry.options);
  const parsed = parseOptions(options);
  if ('fault' in parsed) throw new GeneratorError(parsed.fault);
  const file = fileFor(tree, provider);
  const command = deploy?.trim() ? deploy.trim() : undefined;
  const text = fillTemplate(`ci/${provider}.yml`, {
    ...COMMANDS[packageManagerOf(tree)],
    ...names(parsed.options),
    branch: plain('branch', branch ?? nxJson.defaultBase?.replace(/^origin\//, '') ?? 'main'),
    ...deployCommand(command ?? `./deploy.sh ${parsed.options.outputDir}`),
  });
  if (tree.exists(file)) {
    const isSame = tree.read(file, 'utf8') === text;
    logger.info(isSame ? `${file} is up to date.` : `${file} is there already, and left as it is.`);
    return;
  }
  tree.write(file, text);
  for (const line of nextSteps(provider, file, command)) logger.info(line);
}

/** GitLab has one file for all; where there is one, ours is to be included. */
function fileFor(tree: Tree, provider: CiProvider): string {
  if (provider === 'github') return '.github/workflows/agent-skills.yml';
  const main = '.gitlab-ci.yml';
  const isOurs = tree.read(main, 'utf8')?.startsWith('.agent-skills:') === true;
  return tree.exists(main) && !isOurs ? '.gitlab/agent-skills.yml' : main;
}

/** The lock file of yarn 1 is another one, and so is the option that keeps it. */
function packageManagerOf(tree: Tree): Manager {
  const manager = detectPackageManager(tree.root);
  const isFirst = tree.read('yarn.lock', 'utf8')?.includes('# yarn lockfile v1') === true;
  return manager === 'yarn' && isFirst ? 'yarn 1' : manager;
}

function names(options: PluginOptions): Record<string, string> {
  const { outputDir, validateTargetName, publishIndexTargetName } = options;
  return {
    outputDir: plain('outputDir', outputDir),
    targets: `${validateTargetName} ${publishIndexTargetName}`,
  };
}

/** What stands in expressions and globs of a workflow, where nothing can be quoted. */
function plain(name: string, value: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._/@-]*$/.test(value)) return value;
  throw new GeneratorError(
    `The ${name} ${JSON.stringify(value)} cannot stand in a workflow.\n    Fix: use one of letters, digits and ". _ / @ -".`,
  );
}

/** The command as it stands in a script, and as a value of YAML. */
function deployCommand(command: string): { deploy: string; deployValue: string } {
  if (/[\u0000-\u001f\u007f]/.test(command)) {
    throw new GeneratorError(
      `The deploy command ${JSON.stringify(command)} has more than one line.\n    Fix: put the lines into a script, such as deploy.sh.`,
    );
  }
  const value = stringify({ run: command }, { lineWidth: 0, defaultStringType: 'PLAIN' });
  return { deploy: command, deployValue: value.slice('run: '.length).trimEnd() };
}

function nextSteps(provider: CiProvider, file: string, deploy: string | undefined): string[] {
  const steps =
    deploy === undefined
      ? ['write deploy.sh, which uploads a folder with its dot-folders to your host']
      : [];
  steps.push(
    provider === 'github'
      ? 'create the environment "agent-skills" for the published branch, with the secret DEPLOY_TOKEN'
      : 'set the protected variables that the deploy needs',
  );
  if (file === '.gitlab/agent-skills.yml') {
    steps.unshift('add to .gitlab-ci.yml: include: [{ local: .gitlab/agent-skills.yml }]');
  }
  return [`Before ${file} can deploy:`, ...steps.map((step) => `  - ${step}`)];
}
