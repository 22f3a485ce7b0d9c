import { join } from 'node:path';
import type { BuiltSkill } from '@nx-agent-skills/publication';
import type { ProjectGraph } from 'nx/src/devkit-exports';
import { isExecutor } from '../shard';
import { artifactFolderOf, recordFileOf, skillOptionsFault } from '../skill-outputs';
import type { HashOptions } from './hash-tasks';

/**
 * The skills of the workspace, from the project graph and never from an output folder, where Nx
 * leaves the artifacts of deleted skills. Told by the executor and its options: a package.json or
 * project.json in the skill may rename the project.
 */
export function builtSkills(graph: ProjectGraph, workspaceRoot: string): BuiltSkill[] {
  return Object.values(graph.nodes).flatMap(({ data }) =>
    Object.values(data.targets ?? {})
      .filter((target) => isExecutor(target, 'hash'))
      .map(({ options }) => options as HashOptions)
      .filter((options) => skillOptionsFault(options, data.root) === undefined)
      .map((options) => ({
        path: options.skill,
        artifactFolder: join(workspaceRoot, artifactFolderOf(options)),
        recordFile: join(workspaceRoot, recordFileOf(options)),
      })),
  );
}
