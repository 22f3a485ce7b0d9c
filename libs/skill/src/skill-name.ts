import { type Finding, finding } from './finding';

/** The limit of the index format (Agent Skills specification, "name"). */
export const MAX_NAME_LENGTH = 64;

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Whether `name` is 1-64 of a-z, 0-9 and single hyphens, with none at the ends. */
export function isSkillName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && NAME.test(name);
}

/** The nearest valid name, for messages: `PDF Tools` gives `pdf-tools`. Empty when nothing is left. */
export function suggestSkillName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/-+$/, '');
}

/** A name as frontmatter needs it: in quotes where YAML would read a number, a date or a keyword. */
export function quoteSkillName(name: string): string {
  return /^[0-9]|^(true|false|null|yes|no|on|off|y|n)$/.test(name) ? `"${name}"` : name;
}

/** Checks a name as the stock client does; `place` is where it stands. */
export function checkSkillName(
  name: string,
  file: string,
  place: { line?: number; column?: number; field?: string },
): Finding[] {
  if (isSkillName(name)) return [];
  if (name.length > MAX_NAME_LENGTH && NAME.test(name)) {
    return [
      finding('name/too-long', file, {
        ...place,
        received: name,
        message: `The name has ${name.length} characters, at most ${MAX_NAME_LENGTH} are allowed.`,
      }),
    ];
  }
  const suggestion = quoteSkillName(suggestSkillName(name));
  const shown = name.length > MAX_NAME_LENGTH ? '' : ` "${name}"`;
  return [
    finding('name/invalid', file, {
      ...place,
      received: name,
      message: `The name${shown} breaks the naming rule: ${nameFault(name)}.`,
      fix: suggestion
        ? `Write name: ${suggestion}`
        : 'Choose a name of a-z, 0-9 and single hyphens.',
    }),
  ];
}

function nameFault(name: string): string {
  if (name === '') return 'it is empty';
  if (/[A-Z]/.test(name)) return 'upper-case letters are not allowed';
  if (/^-|-$/.test(name)) return 'it must not begin or end with a hyphen';
  if (name.includes('_')) return 'the underscore is not allowed';
  if (name.includes('.')) return 'the dot is not allowed';
  if (/^[a-z0-9-]+$/.test(name)) return 'hyphens must stand alone';
  return 'only a-z, 0-9 and single hyphens are allowed';
}
