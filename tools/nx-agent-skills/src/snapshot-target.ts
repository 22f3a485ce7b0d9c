import type { TargetConfiguration } from 'nx/src/devkit-exports';
import type { SnapshotOptions } from './executors/snapshot.impl';
import type { PluginOptions } from './options';
import { INDEX_PROJECT } from './project-name';
import type { ToolInputs } from './tool-inputs';

/** The target that freezes what is published as a version. */
export function snapshotTarget(
  options: PluginOptions,
  { inputs }: ToolInputs,
  fault?: string,
): TargetConfiguration<SnapshotOptions> {
  const { outputDir, buildDir, snapshotsDir, snapshotTag, snapshotArtifacts } = options;
  const { preview, rules } = options;
  return {
    executor: 'nx-agent-skills:snapshot',
    cache: false,
    dependsOn: [{ target: options.publishIndexTargetName }],
    inputs,
    options: {
      ...{ outputDir, buildDir, snapshotsDir, snapshotArtifacts, snapshotTag, preview, rules },
      ...(fault === undefined ? {} : { fault }),
    },
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
