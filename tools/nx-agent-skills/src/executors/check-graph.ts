import { type BuiltSkill, PublicationError } from '@nx-agent-skills/publication';
import type { SkillFolder } from '@nx-agent-skills/skill';

/**
 * Makes sure that Nx knows exactly the skills that lie on disk, so that none is left out or kept
 * after it was deleted.
 *
 * @throws PublicationError `publication/stale-artifact` naming the skills that differ
 */
export function checkGraph(built: readonly BuiltSkill[], found: readonly SkillFolder[]): void {
  const inGraph = new Set(built.map(({ path }) => path));
  const onDisk = new Set(found.map(({ path }) => path));
  const missing = [...onDisk].filter((path) => !inGraph.has(path));
  const gone = [...inGraph].filter((path) => !onDisk.has(path));
  if (missing.length + gone.length === 0) return;
  const lines = [
    ...missing.map((path) => `  ${path} lies on disk, but Nx has no project for it.`),
    ...gone.map((path) => `  Nx has a project for ${path}, which is not on disk.`),
  ];
  throw new PublicationError(
    'publication/stale-artifact',
    `The project graph of Nx and the skills on disk differ:\n${lines.join('\n')}\n    Fix: run "npx nx reset" and publish again; if that does not help, see that no link, ignore file or project.json hides or changes these projects.`,
  );
}
