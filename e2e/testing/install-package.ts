import { execFileSync } from 'node:child_process';
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
import { SCRATCH, TEMPLATE } from './packed-plugin';

/**
 * Installs the packed package alone, as somebody without Nx would, unless it is there already.
 *
 * @returns the absolute path of the package's folder
 */
export function installedPackage(): string {
  const tarball = join(TEMPLATE, 'nx-agent-skills.tgz');
  const key = readFileSync(join(TEMPLATE, 'node_modules/.installed-for'), 'utf8');
  const prefix = join(SCRATCH, 'alone');
  const keyFile = join(prefix, 'installed-for');
  const isFor = (wanted: string) => existsSync(keyFile) && readFileSync(keyFile, 'utf8') === wanted;
  if (!isFor(key)) {
    const unfinished = `${prefix}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    cpSync(tarball, join(unfinished, 'nx-agent-skills.tgz'));
    writeFileSync(join(unfinished, 'package.json'), '{ "private": true }\n');
    execFileSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--loglevel=error', './nx-agent-skills.tgz'],
      { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    writeFileSync(join(unfinished, 'installed-for'), key);
    // Another test may have brought it in the meantime, and use it.
    if (!isFor(key)) replace(prefix, unfinished);
    rmSync(unfinished, { recursive: true, force: true });
  }
  return join(prefix, 'node_modules/nx-agent-skills');
}

/** Other tests may do the same at the same moment: the first one wins. */
function replace(prefix: string, unfinished: string): void {
  const aside = `${unfinished}.old`;
  try {
    if (existsSync(prefix)) renameSync(prefix, aside);
    renameSync(unfinished, prefix);
  } catch (error) {
    if (!existsSync(prefix)) throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}
