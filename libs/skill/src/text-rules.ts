import type { Rule } from './rule';

/** Rules about the name, the description, the body and the encoding of SKILL.md. */
export const TEXT_RULES = {
  'name/invalid': {
    severity: 'error',
    what: 'The name breaks the naming rule: 1 to 64 of a-z, 0-9 and single hyphens, none at the ends.',
    why: 'The stock client drops index entries with any other name without a word.',
    fix: 'Choose a name of lower-case letters, digits and single hyphens.',
  },
  'name/too-long': {
    severity: 'error',
    what: 'The name has more than 64 characters.',
    why: 'The stock client drops index entries with a longer name without a word.',
    fix: 'Shorten the name to at most 64 characters.',
  },
  'name/differs-from-folder': {
    severity: 'warning',
    what: 'The name is not the name of the folder.',
    why: 'The skill is published under its name; people who look for the folder do not find it.',
    fix: 'Rename the folder, or keep the difference on purpose.',
  },
  'name/duplicate': {
    severity: 'error',
    what: 'Several skills have the same name.',
    why: 'In an index one would shadow the other: clients say that both were found and install one.',
    fix: 'Rename all of them but one, or exclude the others in the plugin options.',
  },
  'description/empty': {
    severity: 'error',
    what: 'The description is empty.',
    why: 'Clients drop the skill, and agents would not know when to use it.',
    fix: 'Say in a sentence or two what the skill does and when to use it.',
  },
  'description/too-long': {
    severity: 'error',
    what: 'The description has more than 1024 characters.',
    why: 'The stock client drops index entries with a longer description without a word.',
    fix: 'Shorten the description; details belong in the body.',
  },
  'body/empty': {
    severity: 'warning',
    what: 'SKILL.md has no text after the frontmatter.',
    why: 'An agent that loads the skill learns nothing.',
    fix: 'Write the instructions below the closing --- line.',
  },
  'body/broken-link': {
    severity: 'warning',
    what: 'A relative link leads to no file of the skill.',
    why: 'Only the files of the skill are installed, so an agent that follows the link finds nothing.',
    fix: 'Correct the link, or copy the file into the skill.',
  },
  'body/script-by-path': {
    severity: 'warning',
    what: 'A script is to be run by its path.',
    why: 'Installers drop the executable bit, so that the command fails with "permission denied".',
    fix: 'Name the interpreter, as in "bash ./scripts/go.sh".',
  },
  'text/hidden-character': {
    severity: 'warning',
    what: 'The text holds an invisible or direction-changing character.',
    why: 'It can hide instructions from people who review the skill, but not from agents.',
    fix: 'Remove the character.',
  },
  'encoding/bom': {
    severity: 'error',
    what: 'SKILL.md begins with a byte order mark (BOM).',
    why: 'Clients decode and re-encode the file, so that other bytes are installed than the digest promises.',
    fix: 'Save the file as "UTF-8" instead of "UTF-8 with BOM".',
  },
  'encoding/not-utf8': {
    severity: 'error',
    what: 'SKILL.md is not valid UTF-8.',
    why: 'Clients decode and re-encode the file, so that other bytes are installed than the digest promises.',
    fix: 'Save the file with the encoding UTF-8.',
  },
  'encoding/crlf': {
    severity: 'warning',
    what: 'SKILL.md has CRLF line ends.',
    why: 'A checkout with other line ends gives other bytes and so another digest for the same commit.',
    fix: 'Add "* text=auto eol=lf" to .gitattributes and commit the file again.',
  },
} as const satisfies Record<string, Rule>;
