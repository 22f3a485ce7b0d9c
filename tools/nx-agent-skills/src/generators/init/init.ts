import { OriginError, parseOrigin } from '@nx-agent-skills/discovery';
import { logger, readNxJson, type Tree } from 'nx/src/devkit-exports';
import { parseOptions } from '../../options';
import generateCi, { type CiProvider } from '../ci/ci';
import { GeneratorError } from '../generator-error';
import { pluginEntries } from '../plugin-entries';
import { addPlugin } from './add-plugin';
import { findRoots } from './find-roots';
import { ignoreOutputs } from './ignore-outputs';

/** Options of the `init` generator. */
export interface InitOptions {
  origin?: string;
  roots?: string[];
  ci?: CiProvider | 'none';
  deploy?: string;
}

/**
 * Sets the plugin up in a workspace: registers it, finds the skills, ignores the outputs, adds a
 * workflow for CI. Run again, it changes nothing.
 */
export default async function init(tree: Tree, options: InitOptions): Promise<void> {
  const origin =
    options.origin === undefined || options.origin === ''
      ? undefined
      : checkedOrigin(options.origin);
  const text = tree.read('nx.json', 'utf8') ?? '{}\n';
  const isNew = pluginEntries(readNxJson(tree) ?? {}).length === 0;
  const roots = options.roots ?? (isNew ? proposeRoots(tree.root) : undefined);
  const added = addPlugin(text, {
    ...(origin === undefined ? {} : { origin }),
    ...(roots === undefined || isDefault(roots) ? {} : { roots }),
  });
  if (added !== text) tree.write('nx.json', added);
  const [entry] = pluginEntries(readNxJson(tree) ?? {});
  const parsed = parseOptions(entry?.options);
  if ('fault' in parsed) throw new GeneratorError(parsed.fault);
  const { outputDir, buildDir } = parsed.options;
  const outputs = [outputDir, buildDir, '.nx/cache', '.nx/workspace-data', 'node_modules'];
  ignoreOutputsIn(tree, outputs);
  const provider = options.ci ?? usedProvider(tree);
  if (provider !== 'none') {
    await generateCi(tree, { provider, ...(options.deploy ? { deploy: options.deploy } : {}) });
  }
  if (parsed.options.origin === undefined) {
    logger.warn(
      'Nothing can be published without the https origin that you serve the skills from.\n    Fix: nx g nx-agent-skills:init --origin=https://skills.acme.example, with your own.',
    );
  }
}

/** A folder of that name is nobody's list of patterns. */
function ignoreOutputsIn(tree: Tree, outputs: readonly string[]): void {
  if (tree.exists('.gitignore') && !tree.isFile('.gitignore')) {
    throw new GeneratorError(
      '.gitignore is a folder.\n    Fix: move it away, and run the generator again.',
    );
  }
  const ignored = ignoreOutputs(tree.read('.gitignore') ?? undefined, outputs);
  if (ignored !== undefined) tree.write('.gitignore', ignored);
}

function checkedOrigin(origin: string): string {
  try {
    return parseOrigin(origin).href;
  } catch (error) {
    if (error instanceof OriginError) throw new GeneratorError(error.message);
    throw error;
  }
}

const isDefault = (roots: readonly string[]) => roots.length === 1 && roots[0] === 'skills';

function proposeRoots(workspaceRoot: string): string[] | undefined {
  const { roots, copies, skills } = findRoots(workspaceRoot);
  if (roots.length === 0) {
    logger.info('No skills were found. Make the first one: nx g nx-agent-skills:skill');
    return undefined;
  }
  logger.info(`${roots.join(', ')}: ${skills} ${skills === 1 ? 'skill' : 'skills'} found.`);
  for (const copy of copies) {
    logger.info(`${copy} is left out, since it holds skills of the same names.`);
  }
  logger.info(
    'To publish others, change "roots" and "exclude" of nx-agent-skills/plugin in nx.json.',
  );
  return roots;
}

/** The CI that the repository seems to use. */
function usedProvider(tree: Tree): CiProvider | 'none' {
  if (tree.exists('.gitlab-ci.yml')) return 'gitlab';
  return tree.exists('.github') && !tree.isFile('.github') ? 'github' : 'none';
}
