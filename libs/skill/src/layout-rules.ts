import type { Rule } from './rule';

/** Rules about where skills lie, and about all of them together. */
export const LAYOUT_RULES = {
  'layout/wrong-case': {
    severity: 'error',
    relaxable: true,
    what: 'The file must be called SKILL.md, in exactly this case.',
    why: 'It is found on some file systems and not on others; stock clients look for SKILL.md only.',
    fix: 'Rename the file to SKILL.md.',
  },
  'layout/skill-in-root': {
    severity: 'error',
    relaxable: true,
    what: 'SKILL.md lies in a root itself instead of a folder below it.',
    why: 'The root holds all skills; as a skill of its own it would swallow the others.',
    fix: 'Move the file into a folder of its own below the root, or name the parent folder as the root.',
  },
  'layout/not-a-file': {
    severity: 'error',
    what: 'SKILL.md is not a regular file.',
    why: 'There is nothing that could be read or published.',
    fix: 'Replace it by a file.',
  },
  'layout/linked-folder': {
    severity: 'error',
    relaxable: true,
    what: 'A folder among the skills is a symbolic link.',
    why: 'Nx does not follow links to folders, so that the skill could not be rebuilt when it changes.',
    fix: 'Move the skill here, or add the folder where it really lies to the roots.',
  },
  'layout/pattern-characters': {
    severity: 'error',
    what: 'The path of the skill holds a character that Nx reads as a pattern: one of * ? ! " \\ or a line break.',
    why: 'Nx would serve a stale archive after a change.',
    fix: 'Rename the folder.',
  },
  'layout/no-skill': {
    severity: 'warning',
    what: 'The folder lies among the skills but holds no SKILL.md, so nothing is published from it.',
    why: 'A skill without SKILL.md is not a skill.',
    fix: 'Add SKILL.md, move the folder elsewhere, or exclude it in the plugin options.',
  },
  'layout/ignored-skill': {
    severity: 'warning',
    what: 'The skill is matched by an ignore file, so it is not published.',
    why: 'Nx does not see ignored files.',
    fix: 'Remove the pattern, or exclude the folder in the plugin options to say that it is on purpose.',
  },
  'layout/missing-root': {
    severity: 'error',
    relaxable: true,
    what: 'A root does not exist, or there is no skill at all and it is a glob that matches no folder.',
    why: 'With a root that is misspelt, all its skills would vanish from the published tree.',
    fix: 'Correct the option "roots", or set this rule to "warning" when there is no skill yet.',
  },
  'layout/excluded-inside': {
    severity: 'error',
    what: 'An excluded folder lies in a skill that is published whole.',
    why: 'The archive of the bundle would publish the excluded folder.',
    fix: 'Exclude the bundle as well, or move the folder out of it.',
  },
  'layout/refused-inside': {
    severity: 'error',
    what: 'A refused skill lies in a bundle that is published whole.',
    why: 'The archive of the bundle would publish the refused skill.',
    fix: 'Put the refused skill in order, or move it out of the bundle.',
  },
  'layout/unused-exclude': {
    severity: 'warning',
    what: 'An exclude matches no folder.',
    why: 'What it was meant to leave out may be published.',
    fix: 'Correct the option "exclude"; its globs match folders, relative to the workspace.',
  },
  'layout/no-skills': {
    severity: 'warning',
    what: 'The roots hold no skill at all.',
    why: 'The index that is published is empty.',
    fix: 'Check the option "roots".',
  },
  'layout/artifact-collision': {
    severity: 'error',
    what: 'Two artifacts would be published under the same path.',
    why: 'One would overwrite the other.',
    fix: 'Rename the skill or the bundle.',
  },
} as const satisfies Record<string, Rule>;
