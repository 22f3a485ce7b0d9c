import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Runs git in a folder, with no configuration but that of the repository. */
export function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...author('AUTHOR'),
      ...author('COMMITTER'),
    },
  });
}

const author = (role: string) => ({
  [`GIT_${role}_NAME`]: 'Acme',
  [`GIT_${role}_EMAIL`]: 'skills@acme.example',
});

/** Commits all files of a folder, which becomes a repository, and tags the commit. */
export function commitAll(root: string, tag: string): void {
  if (!existsSync(join(root, '.git'))) git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '--all', '--force');
  git(root, 'commit', '--quiet', '--allow-empty', '--message', tag);
  git(root, 'tag', tag);
}
