import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Bundles our own libraries with a program that runs them, as the plugin's build does. */
export function bundleLibs(folder: string): string {
  const root = join(__dirname, '../..');
  const outdir = join(folder, 'libs-program');
  buildSync({
    entryPoints: [
      { in: join(__dirname, 'libs.ts'), out: 'libs' },
      // Started as a thread, and looked for beside the program.
      { in: join(root, 'libs/artifact/src/archive-worker.ts'), out: 'archive-worker' },
    ],
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    alias: Object.fromEntries(
      ['skill', 'artifact', 'discovery', 'publication'].map((name) => [
        `@nx-agent-skills/${name}`,
        join(root, `libs/${name}/src/index.ts`),
      ]),
    ),
  });
  return join(outdir, 'libs.js');
}
