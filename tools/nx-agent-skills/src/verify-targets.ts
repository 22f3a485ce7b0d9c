import type { TargetConfiguration } from 'nx/src/devkit-exports';
import type { VerifyDeploymentOptions } from './executors/read-deployment-options';
import type { VerifyTreeOptions } from './executors/verify-tree.impl';
import type { PluginOptions } from './options';
import { INDEX_PROJECT } from './project-name';
import type { ToolInputs } from './tool-inputs';

/** The targets that check a tree after it was published, by name. They depend on nothing. */
export const VERIFY_TARGETS = ['verify-tree', 'verify-deployment'] as const;

type VerifyTargets = {
  'verify-tree': TargetConfiguration<VerifyTreeOptions>;
  'verify-deployment': TargetConfiguration<VerifyDeploymentOptions>;
};

/** @param fault when the plugin options are invalid, why; the targets then fail with it */
export function verifyTargets(
  { outputDir, snapshotsDir }: PluginOptions,
  { inputs }: ToolInputs,
  fault?: string,
): VerifyTargets {
  const options = { outputDir, ...(fault === undefined ? {} : { fault }) };
  return {
    'verify-tree': {
      executor: 'nx-agent-skills:verify-tree',
      cache: false,
      // The default inputs are files of the project, and this one may have none of its own.
      inputs,
      options,
      metadata: {
        description: 'Checks a published tree on disk, without a network.',
        technologies: ['agent-skills'],
        help: helpFor('verify-tree', { folder: 'artifact' }),
      },
    },
    'verify-deployment': {
      executor: 'nx-agent-skills:verify-deployment',
      cache: false,
      inputs,
      options: { ...options, snapshotsDir },
      metadata: {
        description: 'Checks the tree as it is served, and records the results in its report.',
        technologies: ['agent-skills'],
        help: helpFor('verify-deployment', { sample: 3 }),
      },
    },
  };
}

const helpFor = (target: string, options: Record<string, unknown>) => ({
  command: `npx nx run ${INDEX_PROJECT}:${target} --help`,
  example: { options },
});
