import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
process.chdir(here);
const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(here, 'package.json'), 'utf8'),
);
const packages = Object.keys({ ...dependencies, ...peerDependencies });

/** Files that others require, without their extension, by the source that they stand for. */
const entries = {
  plugin: './src/plugin.ts',
  // Started as a thread, and looked for beside the code that starts it.
  'archive-worker': '../../libs/artifact/src/archive-worker.ts',
  'generators/marketplace/marketplace': './src/generators/marketplace/marketplace.ts',
  ...Object.fromEntries(
    readdirSync(join(here, 'src/executors'))
      .filter((file) => /\.(batch-)?impl\.ts$/.test(file))
      .map((file) => [`executors/${file.replace(/\.ts$/, '')}`, `./src/executors/${file}`]),
  ),
};

// One file holds all code, since most entries need most of the libraries; each part of it runs when
// it is first required.
const loaders = Object.entries(entries).map(
  ([entry, source]) => `exports[${JSON.stringify(entry)}] = () => require('${source}');`,
);

/** @type {import('esbuild').BuildOptions} */
const options = {
  stdin: { contents: loaders.join('\n'), resolveDir: here },
  outfile: join(here, 'dist/core.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Small, and yet an error's stack still tells functions by their names.
  minify: true,
  keepNames: true,
  lineLimit: 160,
  external: packages.flatMap((name) => [name, `${name}/*`]),
};

/** Tells builds of different code apart, although their version may be the same. */
async function buildId() {
  const { metafile } = await build({ ...options, metafile: true, write: false });
  const hash = createHash('sha256');
  for (const file of Object.keys(metafile.inputs).filter(existsSync).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

const define = { BUILD_ID: JSON.stringify(await buildId()) };
rmSync(join(here, 'dist'), { recursive: true, force: true });
await build({ ...options, define });
for (const entry of Object.keys(entries)) {
  const file = join(here, 'dist', `${entry}.js`);
  const core = `${'../'.repeat(entry.split('/').length - 1) || './'}core.js`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `module.exports = require('${core}')['${entry}']();\n`);
}
