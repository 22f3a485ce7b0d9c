import type { ProjectConfiguration, TargetConfiguration } from 'nx/src/devkit-exports';
import type { PublishIndexOptions } from './executors/publish-index.impl';
import type { ValidateWorkspaceOptions } from './executors/validate-workspace.impl';
import { MARKETPLACE_GENERATOR } from './marketplace-option';
import { type PluginOptions, ruleSettingsOf } from './options';
import { previewTarget } from './preview-target';
import { INDEX_PROJECT, SKILL_TAG } from './project-name';
import { snapshotTarget } from './snapshot-target';
import type { ToolInputs } from './tool-inputs';
import { VERIFY_TARGETS, verifyTargets } from './verify-targets';

/**
 * The project that publishes all skills. It has a root of its own, because the root project of a
 * workspace is affected by files that no skill knows.
 *
 * @param root a folder that is no skill: the first root of the skills
 * @param hasSkills whether there is any skill to depend on
 * @param fault when the plugin options are invalid, why; the targets then fail with it
 */
export function indexProject(
  root: string,
  hasSkills: boolean,
  options: PluginOptions,
  tool: ToolInputs,
  fault?: string,
): ProjectConfiguration {
  return {
    name: INDEX_PROJECT,
    root,
    projectType: 'library',
    // Nx refuses the whole workspace when no project has the tag.
    ...(hasSkills ? { implicitDependencies: [`tag:${SKILL_TAG}`] } : {}),
    metadata: {
      description: 'Publishes all agent skills of the workspace as one verified tree.',
      technologies: ['agent-skills'],
      targetGroups: {
        'Agent skills': [
          options.validateTargetName,
          options.publishIndexTargetName,
          ...VERIFY_TARGETS,
          'preview',
          'snapshot',
        ],
      },
    },
    targets: {
      ...verifyTargets(options, tool, fault),
      preview: previewTarget(options, tool, fault),
      snapshot: snapshotTarget(options, tool, fault),
      [options.validateTargetName]: validateTarget(options, tool, fault),
      [options.publishIndexTargetName]: publishIndexTarget(options, tool, fault),
    },
  };
}

function validateTarget(
  options: PluginOptions,
  tool: ToolInputs,
  fault: string | undefined,
): TargetConfiguration<ValidateWorkspaceOptions> {
  const { roots, exclude, onRefused, outputDir, buildDir } = options;
  return {
    executor: 'nx-agent-skills:validate-workspace',
    cache: false,
    // Here, because publish-index depends on it: both tell of a manifest that is out of date.
    ...(options.marketplace === undefined ? {} : { syncGenerators: [MARKETPLACE_GENERATOR] }),
    inputs: [...skillMdInputs(options), ...tool.inputs],
    options: {
      roots,
      exclude,
      outputs: [outputDir, buildDir, options.snapshotsDir],
      ...ruleSettingsOf(options),
      onRefused,
      ...(fault === undefined ? {} : { fault }),
    },
    metadata: {
      description: 'Checks what no single skill can see: the layout, and names that occur twice.',
      technologies: ['agent-skills'],
      help: helpFor(options.validateTargetName),
    },
  };
}

function publishIndexTarget(
  options: PluginOptions,
  tool: ToolInputs,
  fault: string | undefined,
): TargetConfiguration<PublishIndexOptions> {
  const { roots, exclude, onRefused, outputDir, buildDir, snapshotsDir, snapshotTag } = options;
  const { agents, zip, legacyIndex, hosting, marketplace, bundleSlugs, preview } = options;
  const { contentAddressed, onRemoved, snapshotArtifacts } = options;
  return {
    executor: 'nx-agent-skills:publish-index',
    // A cache would put the tree back file by file; the executor exchanges it in one step.
    cache: false,
    dependsOn: [
      { target: options.validateTargetName },
      { target: options.hashTargetName, dependencies: true },
    ],
    inputs: [
      { dependentTasksOutputFiles: '**/record/*.json' },
      ...skillMdInputs(options),
      `{workspaceRoot}/${snapshotsDir}/**/*`,
      ...tool.inputs,
    ],
    outputs: [`{workspaceRoot}/${outputDir}`],
    options: {
      roots,
      exclude,
      ...ruleSettingsOf(options),
      onRefused,
      outputDir,
      buildDir,
      snapshotsDir,
      snapshotArtifacts,
      snapshotTag,
      agents,
      zip,
      legacyIndex,
      contentAddressed,
      onRemoved,
      hosting,
      ...(marketplace === undefined ? {} : { marketplace: { name: marketplace.name } }),
      bundleSlugs,
      preview,
      ...(options.origin === undefined ? {} : { origin: options.origin }),
      ...(options.repository === undefined ? {} : { repository: options.repository }),
      ...(fault === undefined ? {} : { fault }),
    },
    metadata: {
      description:
        'Assembles, verifies and puts in place the tree to deploy, with index and report.',
      technologies: ['agent-skills'],
      help: {
        ...helpFor(options.publishIndexTargetName),
        example: { options: { origin: 'https://skills.acme.example' } },
      },
    },
  };
}

/** Without the list of skills among the inputs, a deleted skill would not count as a change. */
function skillMdInputs({ roots }: PluginOptions): string[] {
  return roots.map((root) => `{workspaceRoot}/${root === '.' ? '' : `${root}/`}**/SKILL.md`);
}

const helpFor = (target: string) => ({
  command: `npx nx run ${INDEX_PROJECT}:${target} --help`,
  example: {},
});
