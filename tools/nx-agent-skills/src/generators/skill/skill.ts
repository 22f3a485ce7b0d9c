import { basename, dirname, join, relative } from 'node:path';
import {
  checkSkillsTogether,
  ignoreRules,
  isSkillName,
  readSkillFrontmatter,
  showPath,
  suggestSkillName,
} from '@nx-agent-skills/skill';
import {
  isPattern,
  matchSkillSearch,
  normalizeFolder,
  prefixes,
} from '@nx-agent-skills/skill/layout';
import { logger, readNxJson, type Tree } from 'nx/src/devkit-exports';
import { type PluginOptions, parseOptions, skillSearchOf } from '../../options';
import { projectNameOf } from '../../project-name';
import { GeneratorError } from '../generator-error';
import { pluginEntries } from '../plugin-entries';
import { skillFiles } from './skill-files';

/** Options of the `skill` generator. */
export interface SkillOptions {
  name: string;
  description: string;
  shape?: 'single-file' | 'multi-file' | 'bundle';
  /** The folder name of the bundle that the skill is to lie in. */
  bundle?: string;
  /** The names of the skills in a new bundle. */
  skills?: string[];
  /** The root that it is to lie in. */
  root?: string;
}

/** Makes a skill that can be published as it is. Writes nothing when a name is invalid or taken. */
export default async function generateSkill(tree: Tree, options: SkillOptions): Promise<void> {
  const { name, description, shape = 'single-file', bundle, skills = [] } = options;
  const entries = pluginEntries(readNxJson(tree) ?? {}).map((entry) => parseOptions(entry.options));
  const parsed = entries[0] ?? parseOptions({});
  if ('fault' in parsed) throw new GeneratorError(parsed.fault);
  if (shape === 'bundle' && skills.length === 0) {
    throw new GeneratorError(
      'A bundle holds skills.\n    Fix: name them, such as --skills=plan-trip,book-trip.',
    );
  }
  if (shape !== 'bundle' && skills.length > 0) {
    throw new GeneratorError(
      'Only a bundle holds skills.\n    Fix: pass --shape=bundle, or leave out --skills.',
    );
  }
  const names = [name, ...skills];
  for (const each of [...names, ...(bundle === undefined ? [] : [bundle])]) checkName(each);
  checkFree(tree, names, parsed.options);
  checkDescription(description);
  const root = normalizeFolder(options.root ?? firstRoot(parsed.options));
  const below = root === '.' ? '' : `${root}/`;
  const folder = bundle === undefined ? `${below}${name}` : `${below}${bundle}/skills/${name}`;
  checkPlace(tree, folder, parsed.options);
  const files = skillFiles({ name, description, shape, skills }, folder);
  for (const [path] of files) {
    if (tree.exists(path))
      throw new GeneratorError(`${path} is there already, and nothing was written.`);
  }
  for (const [path, text] of files) tree.write(path, text);
  logger.info(
    `Edit ${folder}/SKILL.md, then: nx run ${projectNameOf(folder)}:${parsed.options.validateTargetName}`,
  );
}

function checkName(name: string): void {
  if (isSkillName(name)) return;
  const suggestion = suggestSkillName(name);
  const example = suggestion === '' ? 'plan-trip' : suggestion;
  throw new GeneratorError(
    `The name ${JSON.stringify(name)} is not one to 64 of a-z, 0-9 and single hyphens between them.\n    Fix: call it ${example}.`,
  );
}

function checkFree(tree: Tree, names: readonly string[], options: PluginOptions): void {
  const { skills } = checkSkillsTogether(tree.root, skillSearchOf(options));
  const taken = new Map(
    skills.flatMap(({ path }) => {
      const name = readSkillFrontmatter(tree.root, path)?.frontmatter?.name;
      return name === undefined ? [] : [[name, path] as const];
    }),
  );
  const [again] = names.filter((name, at) => names.indexOf(name) !== at);
  const name = again ?? names.find((each) => taken.has(each));
  if (name === undefined) return;
  const where =
    again === undefined ? `the skill in ${taken.get(name)} has it` : 'it is given twice';
  throw new GeneratorError(
    `The name ${name} is taken: ${where}.\n    Fix: choose another; clients know skills by their names.`,
  );
}

function checkDescription(description: string): void {
  const { length } = description.trim();
  const isPlain = showPath(description) === description;
  if (length > 0 && length <= 1024 && isPlain) return;
  throw new GeneratorError(
    `The description has ${length} characters, or some that nobody sees among them.\n    Fix: say in one line of up to 1024 what the skill does and when to use it.`,
  );
}

/** A skill where nobody looks for it would never be published. */
function checkPlace(tree: Tree, folder: string, options: PluginOptions): void {
  const { rootOf, isExcluded, isOutput } = matchSkillSearch(skillSearchOf(options));
  const parts = folder.split('/');
  const isInside = !parts.includes('..') && !parts.includes('') && !folder.includes('\\');
  const above = prefixes(folder);
  if (!isInside || rootOf(folder) === undefined || above.some(isExcluded) || above.some(isOutput)) {
    throw new GeneratorError(
      `${folder} does not lie where skills are looked for: ${options.roots.join(', ')}.\n    Fix: choose another --root, or add it to "roots" of nx-agent-skills/plugin in nx.json.`,
    );
  }
  const rulesOf = ignoreRules(tree.root);
  const ignored = rulesOf(dirname(join(tree.root, folder))).ignores(basename(folder), true);
  if (!ignored) return;
  throw new GeneratorError(
    `${folder} is ignored by ${relative(tree.root, ignored.file)}, and would not be published.\n    Fix: change the pattern there, or choose another name.`,
  );
}

/** The first root that is a plain folder; a skill cannot be made in a glob. */
function firstRoot({ roots }: PluginOptions): string {
  const plain = roots.find((root) => !isPattern(root));
  if (plain !== undefined) return plain;
  throw new GeneratorError(
    `The roots ${roots.join(', ')} are globs.\n    Fix: say where the skill is to lie, such as --root=packages/travel/skills.`,
  );
}
