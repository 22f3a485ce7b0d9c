import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY, SCRATCH } from './packed-plugin';

/** A fresh clone of this repository as it lies on disk, with what is not yet committed. */
export function copyRepository(): string {
  mkdirSync(SCRATCH, { recursive: true });
  const root = mkdtempSync(join(SCRATCH, 'clone-'));
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, encoding: 'utf8' });
  const files = git(REPOSITORY, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(REPOSITORY, file), join(root, file), { verbatimSymlinks: true });
  }
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'config', 'user.name', 'Acme');
  git(root, 'config', 'user.email', 'skills@acme.example');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'Clone');
  return root;
}
