import { readlinkSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { FoundSkills } from './find-skills';
import { type Finding, finding } from './finding';

/** The findings about an excluded folder that the archive of a skill would publish all the same. */
export function excludedInside(path: string, { skills }: FoundSkills): Finding[] {
  return skills
    .filter((skill) => path.startsWith(`${skill.path}/`))
    .map((skill) =>
      finding('layout/excluded-inside', skill.path, {
        received: path,
        message: `The folder ${path} is excluded, but lies in ${skill.path}, which is published whole.`,
      }),
    );
}

/** The finding about an exclude without effect. */
export function unusedExclude(pattern: string): Finding {
  return finding('layout/unused-exclude', pattern, {
    message: `The exclude ${pattern} matches no folder among the roots.`,
  });
}

/** The finding about a SKILL.md whose name is spelt in another case. */
export function wrongCase(path: string, name: string): Finding {
  return finding('layout/wrong-case', path, {
    message: `The file is called ${name}; it must be called SKILL.md.`,
    fix: `Rename ${name} to SKILL.md.`,
  });
}

/** The finding about a link among the skills; none when it leads to a file. */
export function checkLinkedFolder(workspaceRoot: string, path: string): Finding[] {
  const link = join(workspaceRoot, path);
  const stats = statSync(link, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) return [];
  const target = resolve(link, '..', readlinkSync(link));
  const inside = relative(workspaceRoot, target).split(sep).join('/');
  const leaves = inside.startsWith('../');
  return [
    finding('layout/linked-folder', path, {
      received: readlinkSync(link),
      message: stats
        ? `${path} is a link to the folder ${inside}.`
        : `${path} is a link to ${inside}, which does not exist.`,
      ...(leaves || !stats ? { fix: 'Remove the link, or copy the skill here.' } : {}),
    }),
  ];
}
