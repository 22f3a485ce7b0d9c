import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export const REPOSITORY = join(__dirname, '../..');
/** Everything that the end-to-end tests make, ignored by git. */
export const SCRATCH = join(REPOSITORY, 'tmp', 'e2e');
/** An installed workspace without skills; tests copy it. */
export const TEMPLATE = join(SCRATCH, 'template');

const PLUGIN = join(REPOSITORY, 'tools', 'nx-agent-skills');

/** Packs the plugin as npm would publish it and installs the tarball into the template workspace. */
export function installPackedPlugin(): void {
  mkdirSync(SCRATCH, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', SCRATCH], {
    cwd: PLUGIN,
    encoding: 'utf8',
  });
  const tarball = join(SCRATCH, packed.trim().split('\n').at(-1) ?? '');
  const root = readVersions(join(REPOSITORY, 'package.json'));
  const key = createHash('sha256')
    .update(readFileSync(tarball))
    .update(JSON.stringify(root))
    .digest('hex');
  const keyFile = join(TEMPLATE, 'node_modules', '.installed-for');
  if (existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) return;

  const unfinished = `${TEMPLATE}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  cpSync(tarball, join(unfinished, 'nx-agent-skills.tgz'));
  writeFileSync(
    join(unfinished, 'package.json'),
    `${JSON.stringify(
      {
        name: 'acme',
        version: '0.0.0',
        private: true,
        devDependencies: {
          ...root,
          'nx-agent-skills': 'file:nx-agent-skills.tgz',
          // A package that neither Nx nor the plugin uses.
          mitt: '3.0.1',
        },
      },
      null,
      2,
    )}\n`,
  );
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: unfinished,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(join(unfinished, 'node_modules', '.installed-for'), key);
  rmSync(TEMPLATE, { recursive: true, force: true });
  renameSync(unfinished, TEMPLATE);
}

function readVersions(packageJson: string): Record<string, string> {
  const { devDependencies } = JSON.parse(readFileSync(packageJson, 'utf8'));
  return { nx: devDependencies.nx };
}
