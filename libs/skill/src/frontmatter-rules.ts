import type { Rule } from './rule';

/** Rules about the frontmatter block of SKILL.md. */
export const FRONTMATTER_RULES = {
  'frontmatter/empty-file': {
    severity: 'error',
    what: 'SKILL.md is empty.',
    why: 'Clients find neither name nor description and leave the skill out without a word.',
    fix: 'Start the file with a frontmatter block that has a name and a description, or delete the folder.',
  },
  'frontmatter/missing': {
    severity: 'error',
    what: 'SKILL.md does not begin with a frontmatter block.',
    why: 'Clients read the frontmatter only if the very first line is exactly ---, and drop the skill otherwise.',
    fix: 'Make the first line exactly --- and put name and description below it, then a second --- line.',
  },
  'frontmatter/language-tag': {
    severity: 'error',
    what: 'The opening --- line names a language.',
    why: 'Some parsers run such frontmatter as code; stock clients drop the skill.',
    fix: 'Make the first line exactly --- and write the frontmatter in YAML.',
  },
  'frontmatter/not-closed': {
    severity: 'error',
    what: 'The frontmatter has no closing --- line.',
    why: 'Clients do not find the end of the frontmatter and drop the skill.',
    fix: 'Put a line that is exactly --- after the last key.',
  },
  'frontmatter/too-large': {
    severity: 'error',
    what: 'The frontmatter is larger than a description of a skill can need.',
    why: 'Large or deeply nested YAML costs every reader time and memory.',
    fix: 'Move the text into the body of SKILL.md.',
  },
  'frontmatter/merge-conflict': {
    severity: 'error',
    what: 'The frontmatter holds merge conflict markers.',
    why: 'The YAML is broken, so clients drop the skill.',
    fix: 'Resolve the conflict and remove the marker lines.',
  },
  'frontmatter/invalid-yaml': {
    severity: 'error',
    what: 'The frontmatter is not valid YAML.',
    why: 'Clients cannot read name and description and drop the skill without a word.',
    fix: 'Correct the line; a value with a colon, quotes or special characters goes in quotes.',
  },
  'frontmatter/not-a-mapping': {
    severity: 'error',
    what: 'The frontmatter is not a list of keys and values.',
    why: 'Clients look for the keys name and description.',
    fix: 'Write one "key: value" per line.',
  },
  'frontmatter/duplicate-key': {
    severity: 'error',
    what: 'A key stands twice in the frontmatter.',
    why: 'YAML forbids it; clients refuse the file or take one of the two by chance.',
    fix: 'Keep one of the two.',
  },
  'frontmatter/alias': {
    severity: 'error',
    what: 'The frontmatter uses a YAML anchor, alias or merge key.',
    why: 'A few lines of aliases can expand to gigabytes, and clients differ in what they make of them.',
    fix: 'Write the value out, or put it in quotes if the character was meant as text.',
  },
  'frontmatter/tag': {
    severity: 'error',
    what: 'The frontmatter uses a YAML tag.',
    why: 'Tags ask the parser to build an object; clients differ in what they make of it.',
    fix: 'Put the value in quotes.',
  },
  'frontmatter/missing-key': {
    severity: 'error',
    what: 'A required key is missing.',
    why: 'Clients drop a skill without a name or a description.',
    fix: 'Add the key.',
  },
  'frontmatter/not-a-string': {
    severity: 'error',
    what: 'A value that must be text is something else to YAML.',
    why: 'Clients drop a skill whose name or description is not a string.',
    fix: 'Put the value in quotes.',
  },
  'frontmatter/ambiguous': {
    severity: 'error',
    what: 'YAML 1.1 and YAML 1.2 read the value differently.',
    why: 'Clients use both, so people would see different names or descriptions of one skill.',
    fix: 'Put the value in quotes.',
  },
  'frontmatter/cut-by-comment': {
    severity: 'warning',
    what: 'A " #" starts a comment, so the rest of the value is lost.',
    why: 'People and agents see a description that ends in the middle.',
    fix: 'Put the whole value in quotes.',
  },
  'frontmatter/likely-typo': {
    severity: 'warning',
    what: 'A key looks like a misspelt one of the format.',
    why: 'Clients ignore keys that they do not know, so the value has no effect.',
    fix: 'Correct the key.',
  },
} as const satisfies Record<string, Rule>;
