import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compile } from 'json-schema-to-typescript';

const here = dirname(fileURLToPath(import.meta.url));
process.chdir(here);
const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(here, 'package.json'), 'utf8'),
);
const packages = Object.keys({ ...dependencies, ...peerDependencies });

/** Files that others require, without their extension, by the source that they stand for. */
const entries = {
  plugin: './src/plugin.ts',
  cli: './src/cli/main.ts',
  // Started as a thread, and looked for beside the code that starts it.
  'archive-worker': '../../libs/artifact/src/archive-worker.ts',
  ...Object.fromEntries(
    ['ci', 'init', 'marketplace', 'skill'].map((name) => [
      `generators/${name}/${name}`,
      `./src/generators/${name}/${name}.ts`,
    ]),
  ),
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

/** How a part is handed on where it is not simply exported. */
const PARTS = {
  cli: (part) => `#!/usr/bin/env node\n${part};`,
  // By their names, which import statements look for without running anything.
  plugin: (part) =>
    `const plugin = ${part};\nexports.createNodes = plugin.createNodes;\nexports.createNodesV2 = plugin.createNodesV2;`,
};

const define = { BUILD_ID: JSON.stringify(await buildId()) };
rmSync(join(here, 'dist'), { recursive: true, force: true });
await build({ ...options, define });
for (const entry of Object.keys(entries)) {
  const file = join(here, 'dist', `${entry}.js`);
  const core = `${'../'.repeat(entry.split('/').length - 1) || './'}core.js`;
  const part = `require('${core}')['${entry}']()`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${PARTS[entry]?.(part) ?? `module.exports = ${part};`}\n`);
}

const schema = JSON.parse(readFileSync(join(here, 'schemas/options.json'), 'utf8'));
const optionsType = await compile({ ...schema, title: 'PluginOptions' }, 'PluginOptions', {
  bannerComment: '',
  additionalProperties: false,
  format: false,
});
writeFileSync(
  join(here, 'dist/plugin.d.ts'),
  `import type { CreateNodesV2 } from 'nx/src/devkit-exports';

/** Options of nx-agent-skills/plugin in nx.json. */
${optionsType}
/** Infers one project per skill and one that publishes them all. */
export declare const createNodes: CreateNodesV2<PluginOptions>;

/** The name that earlier versions of Nx ask for. */
export declare const createNodesV2: CreateNodesV2<PluginOptions>;
`,
);
for (const file of ['LICENSE', 'README.md'])
  copyFileSync(join(here, '../..', file), join(here, file));
