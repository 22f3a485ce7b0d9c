import { checkSkillPath, isPattern } from '@nx-agent-skills/skill/layout';
import type {
  CreateNodesContextV2,
  CreateNodesResultV2,
  CreateNodesV2,
} from 'nx/src/devkit-exports';
import { readDescriptions } from './descriptions';
import { findWorkspaceSkills } from './find-workspace-skills';
import { indexProject } from './index-project';
import { findManifestOverrides } from './manifest-overrides';
import { optionsSchema, type PluginOptions, parseOptions, targetNamesOf } from './options';
import { shardCount } from './shard';
import { type InferredSkill, skillProject } from './skill-project';
import { toolInputs } from './tool-inputs';

/**
 * Infers one project per skill and one that publishes them all. It is anchored on nx.json: with
 * SKILL.md as the pattern, Nx would take one deleted skill for a change of every project, and with
 * no skill left `publish-index` would vanish.
 */
export const createNodes: CreateNodesV2 = [
  'nx.json',
  async (configFiles, received, context) => {
    const [anchor] = configFiles;
    return anchor === undefined ? [] : inferProjects(anchor, received, context);
  },
];

/** The name that Nx 21 asks for. */
export const createNodesV2 = createNodes;

async function inferProjects(
  anchor: string,
  received: unknown,
  context: CreateNodesContextV2,
): Promise<CreateNodesResultV2> {
  const tool = toolInputs(context.workspaceRoot);
  const parsed = parseOptions(received);
  const options = 'options' in parsed ? parsed.options : optionsSchema.parse({});
  const skills = 'options' in parsed ? await inferSkills(options, context.workspaceRoot) : [];
  const fault = 'fault' in parsed ? parsed.fault : await overrideFault(skills, options, context);
  // With a fault nothing is built, so that no target runs that a skill has put in place of ours.
  const hasSkills = skills.length > 0 && fault === undefined;
  const index = indexProject(indexRootOf(options), hasSkills, options, tool, fault);
  const shards = shardCount(skills.length);
  return [
    [anchor, { projects: { [index.root]: index } }],
    ...skills.map((skill): CreateNodesResultV2[number] => [
      skill.file,
      { projects: { [skill.path]: skillProject(skill, options, tool, shards) } },
    ]),
  ];
}

async function overrideFault(
  skills: readonly InferredSkill[],
  options: PluginOptions,
  { workspaceRoot }: CreateNodesContextV2,
): Promise<string | undefined> {
  const overrides = await findManifestOverrides(
    workspaceRoot,
    skills.map(({ path }) => path),
    targetNamesOf(options),
  );
  return overrides.length === 0
    ? undefined
    : `Nothing is published, because skills would run commands of their own:\n${overrides.join('\n')}`;
}

async function inferSkills(
  options: PluginOptions,
  workspaceRoot: string,
): Promise<(InferredSkill & { file: string })[]> {
  const skills = await findWorkspaceSkills(options, workspaceRoot);
  const described = skills.filter(({ hasSkillMd }) => hasSkillMd).map(({ path }) => path);
  const bundles = skills.filter(({ isBundle }) => isBundle).map(({ path }) => path);
  const descriptions = readDescriptions(workspaceRoot, described);
  return skills.map(({ path, isBundle, hasSkillMd }) => {
    const description = descriptions.get(path);
    return {
      path,
      isBundle,
      ...(description === undefined ? {} : { description }),
      bundles: bundles.filter((bundle) => path.startsWith(`${bundle}/skills/`)),
      isTrackable: checkSkillPath(path).length === 0,
      file: hasSkillMd ? `${path}/SKILL.md` : path,
    };
  });
}

/** The first root that is a plain folder; for globs the folder that they start from. */
function indexRootOf({ roots }: PluginOptions): string {
  const [first = 'skills'] = roots;
  const plain = roots.find((root) => !isPattern(root) && root !== '.') ?? first;
  const steps = plain.split('/');
  const constant = steps.slice(0, steps.findIndex((step) => isPattern(step)) >>> 0);
  return constant.join('/') || '.';
}
