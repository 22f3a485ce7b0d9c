import type { TargetConfiguration } from 'nx/src/devkit-exports';
import type { SnapshotOptions } from './executors/snapshot.impl';
import type { PluginOptions } from './options';
import { INDEX_PROJECT } from './project-name';
import type { ToolInputs } from './tool-inputs';

/** The target that freezes what is published as a version. */
export function snapshotTarget(
  { outputDir, snapshotsDir, publishIndexTargetName }: PluginOptions,
  { inputs }: ToolInputs,
  fault?: string,
): TargetConfiguration<SnapshotOptions> {
  return {
    executor: 'nx-agent-skills:snapshot',
    cache: false,
    dependsOn: [{ target: publishIndexTargetName }],
    inputs,
    options: { outputDir, snapshotsDir, ...(fault === undefined ? {} : { fault }) },
    metadata: {
      description: 'Freezes the published tree as a version, with urls that stay.',
      technologies: ['agent-skills'],
      help: {
        command: `npx nx run ${INDEX_PROJECT}:snapshot --help`,
        example: { options: { version: '1.2.0' } },
      },
    },
  };
}
