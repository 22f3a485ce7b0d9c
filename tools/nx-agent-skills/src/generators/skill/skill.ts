import {
  checkSkillsTogether,
  isSkillName,
  readSkillFrontmatter,
  suggestSkillName,
} from '@nx-agent-skills/skill';
import { isPattern } from '@nx-agent-skills/skill/layout';
import { logger, readNxJson, type Tree } from 'nx/src/devkit-exports';
import { type PluginOptions, parseOptions, skillSearchOf } from '../../options';
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
  const root = options.root ?? firstRoot(parsed.options);
  const folder = bundle === undefined ? `${root}/${name}` : `${root}/${bundle}/skills/${name}`;
  const files = skillFiles({ name, description, shape, skills }, folder);
  for (const [path] of files) {
    if (tree.exists(path))
      throw new GeneratorError(`${path} is there already, and nothing was written.`);
  }
  for (const [path, text] of files) tree.write(path, text);
  logger.info(
    `Edit ${folder}/SKILL.md, then: nx run ${folder}:${parsed.options.validateTargetName}`,
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
  if (length > 0 && length <= 1024 && !/[\u0000-\u001f\u007f-\u009f]/.test(description)) return;
  throw new GeneratorError(
    `The description has ${length} characters, or control characters among them.\n    Fix: say in one line of up to 1024 what the skill does and when to use it.`,
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
