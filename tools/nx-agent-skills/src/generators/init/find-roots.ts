import { checkSkillsTogether } from '@nx-agent-skills/skill';

/** Where skills usually lie in a repository. */
export const USUAL_ROOTS = [
  'skills',
  '.claude/skills',
  '.agents/skills',
  'plugins/*/skills',
  'packages/*/skills',
];

export interface FoundRoots {
  /** Roots with skills, in the order of `USUAL_ROOTS`. */
  roots: string[];
  /** Roots that hold a skill of a name that an earlier root has: mostly copies for an agent. */
  copies: string[];
  /** How many skills lie in the roots. */
  skills: number;
}

/** Looks for skills where they usually lie. */
export function findRoots(workspaceRoot: string): FoundRoots {
  const found: FoundRoots = { roots: [], copies: [], skills: 0 };
  for (const root of USUAL_ROOTS) {
    const alone = checkSkillsTogether(workspaceRoot, { roots: [root], exclude: [] });
    if (alone.skills.length === 0) continue;
    const together = checkSkillsTogether(workspaceRoot, {
      roots: [...found.roots, root],
      exclude: [],
    });
    const isCopy = duplicates(together.findings) > duplicates(alone.findings);
    if (isCopy && found.roots.length > 0) found.copies.push(root);
    else {
      found.roots.push(root);
      found.skills = together.skills.length;
    }
  }
  return found;
}

const duplicates = (findings: readonly { code: string }[]) =>
  findings.filter(({ code }) => code === 'name/duplicate').length;
