import type { TargetConfiguration } from 'nx/src/devkit-exports';
import type { PreviewOptions } from './executors/preview.impl';
import type { PluginOptions } from './options';
import { INDEX_PROJECT } from './project-name';
import type { ToolInputs } from './tool-inputs';

/** @param fault when the plugin options are invalid, why; the target then fails with it */
export function previewTarget(
  { buildDir, publishIndexTargetName }: PluginOptions,
  { inputs }: ToolInputs,
  fault?: string,
): TargetConfiguration<PreviewOptions> {
  return {
    executor: 'nx-agent-skills:preview',
    cache: false,
    continuous: true,
    inputs,
    options: {
      // Its URLs lead to this machine, so that it is kept apart from the tree that is deployed.
      outputDir: `${buildDir}/.preview`,
      publishTarget: publishIndexTargetName,
      port: 4310,
      watch: true,
      ...(fault === undefined ? {} : { fault }),
    },
    metadata: {
      description: 'Serves the skills on this machine as a good host would, and follows changes.',
      technologies: ['agent-skills'],
      help: {
        command: `npx nx run ${INDEX_PROJECT}:preview --help`,
        example: { options: { port: 4400 } },
      },
    },
  };
}
