import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { TargetConfiguration } from 'nx/src/devkit-exports';
import { dependencies, version } from '../package.json';

type Input = NonNullable<TargetConfiguration['inputs']>[number];

/** What makes a task run again when the code that packs skills changes. */
export interface ToolInputs {
  inputs: Input[];
  /** Part of the target options, and so of the hash. */
  version: string;
}

const LOCK_FILES = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];

/**
 * Finds out how the plugin is installed. From a registry or a tarball it is an external dependency
 * of the workspace, which covers its own dependencies too. In the workspace where it is developed
 * its sources are inputs; naming it as an external dependency would be an error there.
 */
export function toolInputs(workspaceRoot: string): ToolInputs {
  const packageRoot = realpathSync(join(__dirname, '..'));
  const inside = relative(realpathSync(workspaceRoot), packageRoot).split(sep);
  if (packageRoot.split(sep).includes('node_modules')) {
    // Without a lock file Nx knows no external dependency, and refuses the task that names one.
    const isKnown = LOCK_FILES.some((file) => existsSync(join(workspaceRoot, file)));
    return { version, inputs: isKnown ? [{ externalDependencies: ['nx-agent-skills'] }] : [] };
  }
  if (inside[0] === '..') return { version, inputs: [] };
  const plugin = `{workspaceRoot}/${inside.join('/')}`;
  const sources = dirname(dirname(inside.join('/')));
  const libs = `{workspaceRoot}/${sources === '.' ? '' : `${sources}/`}libs/*/src`;
  return {
    version,
    inputs: [
      `${plugin}/package.json`,
      `${plugin}/src/**/*`,
      `!${plugin}/src/**/*.spec.ts`,
      `${libs}/**/*`,
      `!${libs}/**/*.spec.ts`,
      { externalDependencies: Object.keys(dependencies) },
    ],
  };
}
