import { join } from 'node:path';
import { type PublicationOptions, publish, type Report } from '@nx-agent-skills/publication';
import { buildWorkspace, EACH_SHAPE, TREE } from '@nx-agent-skills/publication/testing';

/** A tree as it was built. */
export interface PublishedTree {
  /** Absolute. */
  tree: string;
  report: Report;
}

/** Publishes a workspace with one skill of each shape, or with the given files. */
export function publishTree(
  files: Record<string, string> = EACH_SHAPE,
  options: Partial<PublicationOptions> = {},
): PublishedTree {
  const workspace = buildWorkspace(files, options);
  const { report } = publish(workspace.built, [], workspace.options);
  return { tree: join(workspace.root, TREE), report };
}
