import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
process.chdir(here);
const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(here, 'package.json'), 'utf8'),
);
const packages = Object.keys({ ...dependencies, ...peerDependencies });

const executors = readdirSync(join(here, 'src/executors'))
  .filter((file) => /\.(batch-)?impl\.ts$/.test(file))
  .map((file) => ({
    in: join(here, 'src/executors', file),
    out: `executors/${file.replace(/\.ts$/, '')}`,
  }));

/** @type {import('esbuild').BuildOptions} */
const options = {
  entryPoints: [
    { in: join(here, 'src/plugin.ts'), out: 'plugin' },
    ...executors,
    {
      in: join(here, 'src/generators/marketplace/marketplace.ts'),
      out: 'generators/marketplace/marketplace',
    },
    // Started as a thread by the archive executor, which looks for it beside itself.
    {
      in: join(here, '../../libs/artifact/src/archive-worker.ts'),
      out: 'executors/archive-worker',
    },
  ],
  outdir: join(here, 'dist'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: packages.flatMap((name) => [name, `${name}/*`]),
};

/** Tells builds of different code apart, although their version may be the same. */
async function buildId() {
  const { metafile } = await build({ ...options, metafile: true, write: false });
  const hash = createHash('sha256');
  for (const file of Object.keys(metafile.inputs).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

const define = { BUILD_ID: JSON.stringify(await buildId()) };
rmSync(join(here, 'dist'), { recursive: true, force: true });
await build({ ...options, define });
