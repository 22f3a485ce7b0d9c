import { type Finding, finding } from './finding';

/**
 * Characters that Nx reads as a pattern in the path of a project, and then serves stale archives.
 * Parentheses, brackets and braces are such too; the plugin writes them so that Nx tracks them.
 */
const PATTERN_CHARACTERS = /[*?!"\\\n\r]/;

/** Refuses the path of a skill that Nx would take for a pattern. */
export function checkSkillPath(path: string): Finding[] {
  return PATTERN_CHARACTERS.test(path)
    ? [finding('layout/pattern-characters', path, { received: path })]
    : [];
}
