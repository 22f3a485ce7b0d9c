export type Severity = 'error' | 'warning';

/** One rule that a skill is held to. Checks, messages and reports all take their words from here. */
export interface Rule {
  severity: Severity;
  /**
   * Whether an error may be turned down by the publisher. Without it, a violation would publish
   * something broken or unsafe, or keep a build from being repeated.
   */
  relaxable?: boolean;
  /** What is wrong, in a sentence. */
  what: string;
  /** What happens to people who install such a skill. */
  why: string;
  /** What the author can do. */
  fix: string;
}

/** Says what a rule is about; a code's first half is the part of the skill that it looks at. */
const FRONTMATTER_RULES = {
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

const TEXT_RULES = {
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
    what: 'Two skills have the same name.',
    why: 'In an index one would shadow the other: clients say that both were found and install one.',
    fix: 'Rename one of the two, or exclude one in the plugin options.',
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

const FILE_RULES = {
  'files/secret': {
    severity: 'error',
    what: 'The skill holds a file that looks like a secret.',
    why: 'Everything in the folder is published for anyone to download.',
    fix: 'Move the file out of the skill, or ignore it in .gitignore; call a harmless sample .env.example.',
  },
  'files/link-outside': {
    severity: 'error',
    what: 'A symbolic link leaves the skill.',
    why: 'A change of the target would not rebuild the skill, and files that nobody meant to publish would travel along.',
    fix: 'Copy the target into the skill.',
  },
  'files/link-dangling': {
    severity: 'error',
    what: 'The target of a symbolic link does not exist.',
    why: 'The published skill would lack the file.',
    fix: 'Create the target or remove the link.',
  },
  'files/link-loop': {
    severity: 'error',
    what: 'A symbolic link leads back to itself.',
    why: 'The link has no content that could be published.',
    fix: 'Remove the link.',
  },
  'files/link-to-folder': {
    severity: 'error',
    what: 'A symbolic link points to a folder.',
    why: 'Nx does not follow such links, so that a change below the target would publish stale files.',
    fix: 'Link the files one by one, or copy the folder.',
  },
  'files/link-to-unpublished': {
    severity: 'error',
    what: 'A symbolic link points to a file that is itself left out of the skill.',
    why: 'The content of an ignored, left-out or secret file would be published under another name.',
    fix: 'Remove the link, or stop ignoring its target.',
  },
  'files/special': {
    severity: 'error',
    what: 'Neither a file nor a folder.',
    why: 'Devices, sockets and pipes have no content that could be published.',
    fix: 'Remove it.',
  },
  'files/unreadable': {
    severity: 'error',
    what: 'A file or folder cannot be read.',
    why: 'The published skill would lack it.',
    fix: 'Correct its permissions.',
  },
  'files/too-many': {
    severity: 'error',
    what: 'The skill has more than 1000 files.',
    why: 'The stock client refuses to install such an archive.',
    fix: 'Split the skill, or pack data files together.',
  },
  'files/too-large': {
    severity: 'error',
    what: 'The skill is larger than 50 MiB unpacked.',
    why: 'The stock client refuses to install such an archive.',
    fix: 'Split the skill, or let it download large data when it runs.',
  },
  'files/near-limit': {
    severity: 'warning',
    what: 'The skill is close to the limits of the stock client (1000 files, 50 MiB).',
    why: 'Beyond the limit it can no longer be installed.',
    fix: 'Plan to split the skill.',
  },
  'files/tracked-but-ignored': {
    severity: 'warning',
    what: 'A file is committed to git but also matched by an ignore file, so it is not published.',
    why: 'Nx does not hash ignored files: if the file were packed, a change of it would publish stale bytes.',
    fix: 'Remove the pattern that ignores the file, or stop tracking the file.',
  },
  'files/ignored-on-this-machine': {
    severity: 'error',
    what: 'A committed file is ignored by a pattern that exists on this machine only.',
    why: 'Another machine would publish other bytes from the same commit.',
    fix: 'Remove the pattern from .git/info/exclude or from the global excludes file of git.',
  },
  'path/not-portable': {
    severity: 'error',
    what: 'A path cannot be unpacked everywhere.',
    why: 'Windows or the stock client refuses the file, and with it the skill.',
    fix: 'Rename the file.',
  },
  'path/too-long': {
    severity: 'error',
    what: 'A path does not fit a plain tar header: at most 100 bytes of name after at most 155 bytes of folders.',
    why: 'The stock client ignores the extension for longer paths and installs the file under a cut name.',
    fix: 'Shorten the name of the file or of its folders.',
  },
  'path/collision': {
    severity: 'error',
    what: 'Two paths are the same on a file system that folds case or Unicode forms.',
    why: 'On macOS and Windows one file would overwrite the other.',
    fix: 'Rename one of the two.',
  },
  'path/hidden-character': {
    severity: 'warning',
    what: 'A path holds an invisible or direction-changing character.',
    why: 'People cannot see what the file is called.',
    fix: 'Rename the file.',
  },
} as const satisfies Record<string, Rule>;

const LAYOUT_RULES = {
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
    what: 'The path of the skill holds a character that Nx reads as a pattern: one of ( ) [ ] { } * ? ! " \\ or a line break.',
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
    what: 'A root does not exist.',
    why: 'With a root that is misspelt, all its skills would vanish from the published tree.',
    fix: 'Correct the option "roots", or set this rule to "warning" when there is no skill yet.',
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

/** Every rule by its code. */
export const RULES = {
  ...FRONTMATTER_RULES,
  ...TEXT_RULES,
  ...FILE_RULES,
  ...LAYOUT_RULES,
} as const satisfies Record<string, Rule>;

export type RuleCode = keyof typeof RULES;

/** The rule of a code, without the narrow type of its words. */
export function ruleOf(code: RuleCode): Rule {
  return RULES[code];
}

/** Whether the text is the code of a rule. */
export function isRuleCode(code: string): code is RuleCode {
  return Object.hasOwn(RULES, code);
}
