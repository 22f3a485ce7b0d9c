import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { nxEnv } from '../e2e/testing/workspace';
import type { Contender } from './contender';
import type { Cost } from './measure';

/** The cost of the plugin's inference alone: with nothing remembered, and when nothing changed. */
export function inferenceScenarios(root: string): Contender['scenarios'] {
  const data = join(root, '.nx/inference-data');
  const infer = (): Cost => {
    const printed = execFileSync(process.execPath, [join(__dirname, 'run-inference.js')], {
      cwd: root,
      env: nxEnv(root, { NX_WORKSPACE_DATA_DIRECTORY: data }),
      encoding: 'utf8',
    });
    const { projects, cpu, wall, memory } = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    if (!(projects > 1)) throw new Error(`The plugin has inferred no skills:\n${printed}`);
    return { cpu, wall, memory };
  };
  return {
    'inference, first': () => {
      rmSync(data, { recursive: true, force: true });
      return infer();
    },
    'inference, again': infer,
  };
}
