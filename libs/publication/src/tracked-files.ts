import { type Finding, finding } from '@nx-agent-skills/skill';
import { runGit } from './git/run-git';
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
  const { status, output } = runGit(workspaceRoot, ['ls-files', '-z']);
  return status === 0 ? output.toString('utf8').split('\0') : [];
}
