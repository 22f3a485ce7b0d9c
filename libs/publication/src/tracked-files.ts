import { execFileSync } from 'node:child_process';
import { type Finding, finding } from '@nx-agent-skills/skill';
import type { PublishedSkill } from './publication';

/**
 * Names committed files that are not published because an ignore file matches them. Where the
 * pattern exists on this machine only, another machine would publish other bytes: an error.
 *
 * @param workspaceRoot absolute; outside of git there is nothing to compare with
 */
export function checkTrackedFiles(
  workspaceRoot: string,
  skills: readonly PublishedSkill[],
): Finding[] {
  const ignored = skills.flatMap(({ record, leftOut }) =>
    leftOut
      .filter(({ reason }) => reason === 'ignored')
      .map((each) => ({ ...each, path: `${record.path}/${each.path}` })),
  );
  if (ignored.length === 0) return [];
  const tracked = trackedFiles(workspaceRoot);
  return ignored.flatMap(({ path, by, onThisMachineOnly }) => {
    const files = tracked.filter(
      (file) => file === path || (path.endsWith('/') && file.startsWith(path)),
    );
    const code = onThisMachineOnly ? 'files/ignored-on-this-machine' : 'files/tracked-but-ignored';
    return files.map((file) =>
      finding(code, file, {
        message: `${file} is committed to git, but ${by} ignores it, so it is not published.`,
      }),
    );
  });
}

function trackedFiles(workspaceRoot: string): string[] {
  try {
    return execFileSync('git', ['ls-files', '-z'], {
      cwd: workspaceRoot,
      encoding: 'utf8',
      maxBuffer: 1024 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\0');
  } catch {
    return [];
  }
}
