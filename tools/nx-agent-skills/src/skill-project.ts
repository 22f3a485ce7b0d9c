import { JUNK_FILES, JUNK_FOLDERS } from '@nx-agent-skills/skill/layout';
import type { ProjectConfiguration, TargetConfiguration } from 'nx/src/devkit-exports';
import type { ArchiveOptions } from './executors/archive-tasks';
import type { HashOptions } from './executors/hash-tasks';
import type { ValidateOptions } from './executors/validate-tasks';
import { type PluginOptions, ruleSettingsOf } from './options';
import { bundleTagOf, projectNameOf, SKILL_TAG } from './project-name';
import { shardedExecutor } from './shard';
import { artifactFolderOf, recordFolderOf } from './skill-outputs';
import type { ToolInputs } from './tool-inputs';

export interface InferredSkill {
  /** The skill's folder, relative to the workspace, with `/`. */
  path: string;
  isBundle: boolean;
  /** From the frontmatter; absent when that is broken, which is no business of the graph. */
  description?: string;
  /** Paths of the bundles that the skill lies in. */
  bundles: string[];
  /** Whether Nx can track the folder. If not, `archive` refuses it, and nothing is cached. */
  isTrackable: boolean;
}

/**
 * The Nx project of one skill, with its cached `archive` and `hash` targets.
 *
 * @param shards over how many executor names the skills are spread
 */
export function skillProject(
  skill: InferredSkill,
  options: PluginOptions,
  tool: ToolInputs,
  shards: number,
): ProjectConfiguration {
  const name = projectNameOf(skill.path);
  return {
    name,
    root: skill.path,
    sourceRoot: skill.path,
    projectType: 'library',
    tags: [SKILL_TAG, ...skill.bundles.map(bundleTagOf)],
    // By tag: a package.json or project.json in the skill may rename its project, and Nx refuses the
    // whole workspace when a name does not exist.
    ...(skill.isBundle ? { implicitDependencies: [`tag:${bundleTagOf(skill.path)}`] } : {}),
    metadata: {
      ...(skill.description === undefined ? {} : { description: skill.description }),
      technologies: ['agent-skills'],
      targetGroups: {
        'Agent skill': [
          options.validateTargetName,
          options.archiveTargetName,
          options.hashTargetName,
        ],
      },
    },
    // Nx hands the whole graph on to every batch of tasks: what three targets share is there once.
    namedInputs: { [SKILL_INPUT]: inputsOf(skill, tool) },
    targets: {
      [options.validateTargetName]: {
        executor: shardedExecutor('validate', skill.path, shards),
        ...validateTarget(skill, name, options, tool),
      },
      [options.archiveTargetName]: {
        executor: shardedExecutor('archive', skill.path, shards),
        ...archiveTarget(skill, name, options, tool),
      },
      [options.hashTargetName]: {
        executor: shardedExecutor('hash', skill.path, shards),
        ...hashTarget(skill, name, options, tool),
      },
    },
  };
}

function validateTarget(
  skill: InferredSkill,
  name: string,
  options: PluginOptions,
  tool: ToolInputs,
): TargetConfiguration<ValidateOptions> {
  return {
    cache: skill.isTrackable,
    inputs: [SKILL_INPUT, { env: 'GITHUB_ACTIONS' }],
    outputs: [],
    options: { skill: skill.path, ...ruleSettingsOf(options), format: 'text', tool: tool.version },
    metadata: {
      description: 'Checks the skill against all rules and prints what it finds.',
      technologies: ['agent-skills'],
      help: {
        ...helpFor(`${name}:${options.validateTargetName}`),
        example: { options: { format: 'json' } },
      },
    },
  };
}

function archiveTarget(
  skill: InferredSkill,
  name: string,
  options: PluginOptions,
  tool: ToolInputs,
): TargetConfiguration<ArchiveOptions> {
  const own = { skill: skill.path, buildDir: options.buildDir };
  return {
    cache: skill.isTrackable,
    inputs: [SKILL_INPUT],
    outputs: [`{workspaceRoot}/${artifactFolderOf(own)}`],
    options: {
      ...own,
      ...ruleSettingsOf(options),
      onRefused: options.onRefused,
      zip: options.zip !== 'off',
      tool: tool.version,
    },
    metadata: {
      description: skill.isBundle
        ? 'Packs the whole bundle into one deterministic archive.'
        : 'Turns the skill into the file that clients download: SKILL.md itself, or a deterministic archive.',
      technologies: ['agent-skills'],
      help: helpFor(`${name}:${options.archiveTargetName}`),
    },
  };
}

function hashTarget(
  skill: InferredSkill,
  name: string,
  options: PluginOptions,
  tool: ToolInputs,
): TargetConfiguration<HashOptions> {
  const own = { skill: skill.path, buildDir: options.buildDir };
  return {
    cache: skill.isTrackable,
    // An object, and a fresh one: for the string form Nx searches all projects for every task.
    dependsOn: [{ target: options.archiveTargetName }],
    // The inputs of the archive in place of its output, which Nx would have to wait for and read.
    inputs: [SKILL_INPUT],
    outputs: [`{workspaceRoot}/${recordFolderOf(own)}`],
    options: { ...own, tool: tool.version },
    metadata: {
      description: 'Reads the artifact back from disk, verifies it and records its digest.',
      technologies: ['agent-skills'],
      help: helpFor(`${name}:${options.hashTargetName}`),
    },
  };
}

const SKILL_INPUT = 'agentSkill';

/** From the workspace root, since `{projectRoot}` would leave out projects that lie in the skill. */
function inputsOf(
  skill: InferredSkill,
  tool: ToolInputs,
): NonNullable<TargetConfiguration['inputs']> {
  const folder = `{workspaceRoot}/${escapeForNx(skill.path)}`;
  return [
    `${folder}/**/*`,
    // In one pattern: Nx keeps every pattern of every task in memory.
    `!${folder}/**/{${[...JUNK_FILES, ...JUNK_FOLDERS.map((name) => `${name}/**`)].join(',')}}`,
    ...tool.inputs,
  ];
}

const helpFor = (task: string) => ({ command: `npx nx run ${task} --help`, example: {} });

/**
 * Parentheses, brackets and braces would be patterns, and nothing makes them literal. "?" stands for
 * any one character: a file of another folder may be hashed too, but none of this one is missed.
 */
const escapeForNx = (path: string) => path.replace(/[()[\]{}]/g, '?');
