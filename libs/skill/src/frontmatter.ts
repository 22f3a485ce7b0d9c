import { decodeSkillMd } from './decode-skill-md';
import { type Finding, finding, hasErrors } from './finding';
import { checkLikelyTypos } from './likely-typos';
import { type FrontmatterEntry, readYaml } from './read-yaml';
import { MAX_DESCRIPTION_LENGTH } from './skill-limits';
import { checkSkillName, quoteSkillName, suggestSkillName } from './skill-name';
import { splitSkillMd } from './split-skill-md';

/** What the frontmatter of SKILL.md says, as all stock clients read it. */
export interface Frontmatter {
  name: string;
  /** Trimmed. */
  description: string;
  /** The line of the file on which the name stands, 1-based. */
  nameLine: number;
  /** As written, however YAML reads it: 1.10 is not 1.1. From `version` or `metadata.version`. */
  version?: string;
  license?: string;
}

export interface FrontmatterResult {
  /** Undefined when there is an error. */
  frontmatter?: Frontmatter;
  findings: Finding[];
}

/**
 * Reads the frontmatter of a SKILL.md.
 *
 * @param bytes the file
 * @param file its path in the workspace, for findings; the folder's name is the suggestion for a missing name
 * @returns the frontmatter, or the errors that refuse it; warnings in either case. Never throws on content.
 */
export function parseFrontmatter(bytes: Buffer, file: string): FrontmatterResult {
  const decoded = decodeSkillMd(bytes, file);
  if (decoded.text === undefined) return { findings: decoded.findings };
  const folder = file.split('/').at(-2) ?? '';
  const suggestion = quoteSkillName(suggestSkillName(folder));
  const split = splitSkillMd(decoded.text, file, suggestion || 'my-skill');
  if ('findings' in split) return { findings: [...decoded.findings, ...split.findings] };

  const yaml = readYaml(split.parts, file);
  const findings = [...decoded.findings, ...yaml.findings, ...checkLikelyTypos(yaml.entries, file)];
  if (hasErrors(findings)) return { findings };
  const name = readText('name', yaml.entries, file, suggestion);
  const description = readText('description', yaml.entries, file, '');
  findings.push(...name.findings, ...description.findings);
  if (split.parts.body.trim() === '') findings.push(finding('body/empty', file));
  if (name.text !== undefined) {
    findings.push(...checkName(name.text, name.place, file, folder));
  }
  if (description.text !== undefined) {
    findings.push(...checkDescription(description.text, description.place, file));
  }
  if (hasErrors(findings) || name.text === undefined || description.text === undefined) {
    return { findings };
  }
  const frontmatter = {
    name: name.text,
    description: description.text.trim(),
    nameLine: name.place.line ?? 1,
    ...optionalTexts(yaml.entries),
  };
  findings.push(...disagreements(decoded.text, frontmatter, yaml.entries, file));
  return hasErrors(findings) ? { findings } : { frontmatter, findings };
}

/** What clients ignore and people want to see; of any other kind than a text it is not shown. */
function optionalTexts(entries: Map<string, FrontmatterEntry>) {
  const written = (entry: FrontmatterEntry | undefined) =>
    typeof entry?.value === 'object' ? undefined : entry?.source;
  const version =
    written(entries.get('version')) ?? entries.get('metadata')?.inside?.get('version');
  const license = written(entries.get('license'));
  return { ...(version ? { version } : {}), ...(license ? { license } : {}) };
}

interface TextResult {
  text?: string;
  place: { line?: number; column?: number; field: string };
  findings: Finding[];
}

function readText(
  field: 'name' | 'description',
  entries: Map<string, FrontmatterEntry>,
  file: string,
  suggestion: string,
): TextResult {
  const entry = entries.get(field);
  if (!entry) return { place: { field }, findings: [missingKey(field, entries, file, suggestion)] };
  const place = { field, line: entry.line, column: entry.column };
  const { value } = entry;
  if (typeof value === 'string') {
    return { text: value, place, findings: lostText(entry, place, file) };
  }
  if (value === null) {
    const code = field === 'description' ? 'description/empty' : 'frontmatter/not-a-string';
    const fix = suggestion ? { fix: `Write ${field}: ${suggestion}` } : {};
    return {
      place,
      findings: [finding(code, file, { ...place, message: `The ${field} is empty.`, ...fix })],
    };
  }
  return { place, findings: [notText(field, entry, place, file)] };
}

function missingKey(
  field: string,
  entries: Map<string, FrontmatterEntry>,
  file: string,
  suggestion: string,
): Finding {
  const otherCase = [...entries].find(([key]) => key.toLowerCase() === field);
  if (otherCase) {
    const [key, entry] = otherCase;
    return finding('frontmatter/missing-key', file, {
      field,
      line: entry.line,
      message: `The key "${field}" is missing; there is "${key}".`,
      fix: `Write ${field} in lower case.`,
    });
  }
  return finding('frontmatter/missing-key', file, {
    field,
    message: `The key "${field}" is missing.`,
    fix: `Add ${field}: ${suggestion || '<what the skill does and when to use it>'}`,
  });
}

function lostText(entry: FrontmatterEntry, place: TextResult['place'], file: string): Finding[] {
  if (entry.lostToComment === undefined) return [];
  return [
    finding('frontmatter/cut-by-comment', file, {
      ...place,
      received: entry.lostToComment,
      message: `The ${place.field} ends before " #": YAML reads the rest as a comment.`,
    }),
  ];
}

function notText(
  field: string,
  { value, source }: FrontmatterEntry,
  place: TextResult['place'],
  file: string,
): Finding {
  const kind = Array.isArray(value)
    ? 'a list'
    : typeof value === 'object'
      ? 'a mapping'
      : `a ${typeof value}`;
  const quoted = typeof value !== 'object';
  return finding('frontmatter/not-a-string', file, {
    ...place,
    received: source ?? JSON.stringify(value),
    message: `The ${field} is ${kind}, not a text.`,
    fix: quoted
      ? `Put the value in quotes: ${field}: "${source ?? String(value)}"`
      : 'Write one text; a block scalar (a "|" after the colon, the lines indented below) keeps line breaks.',
  });
}

function checkName(
  name: string,
  place: TextResult['place'],
  file: string,
  folder: string,
): Finding[] {
  const faults = checkSkillName(name, file, place);
  if (faults.length > 0 || name === folder) return faults;
  return [
    finding('name/differs-from-folder', file, {
      ...place,
      message: `The skill is published as "${name}", its folder is called "${folder}".`,
    }),
  ];
}

function checkDescription(
  description: string,
  place: TextResult['place'],
  file: string,
): Finding[] {
  const { length } = description.trim();
  if (length === 0) return [finding('description/empty', file, place)];
  if (length <= MAX_DESCRIPTION_LENGTH) return [];
  return [
    finding('description/too-long', file, {
      ...place,
      message: `The description has ${length} characters, at most ${MAX_DESCRIPTION_LENGTH} are allowed.`,
    }),
  ];
}

const refuse = () => {
  throw new Error('only YAML frontmatter is read');
};

/**
 * Half of the clients read frontmatter with gray-matter (YAML 1.1). An options object keeps
 * gray-matter from remembering a failed parse as an empty success, and throwing engines keep it
 * from ever running frontmatter as code.
 */
function disagreements(
  text: string,
  frontmatter: Frontmatter,
  entries: Map<string, FrontmatterEntry>,
  file: string,
): Finding[] {
  let data: Record<string, unknown>;
  try {
    // Loaded with the first file that is parsed: most runs parse none.
    const matter: typeof import('gray-matter') = require('gray-matter');
    data = matter(text, {
      language: 'yaml',
      engines: { javascript: refuse, js: refuse, coffee: refuse, json: refuse, toml: refuse },
    }).data;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return [
      finding('frontmatter/ambiguous', file, {
        line: 1,
        message: `YAML 1.1 parsers refuse the frontmatter: ${reason}.`,
      }),
    ];
  }
  return (['name', 'description'] as const).flatMap((field) => {
    const other = data[field];
    if (typeof other === 'string' && other.trim() === frontmatter[field].trim()) return [];
    const entry = entries.get(field);
    return [
      finding('frontmatter/ambiguous', file, {
        field,
        ...(entry ? { line: entry.line, column: entry.column } : {}),
        received: frontmatter[field],
        message: `YAML 1.1 parsers read the ${field} as ${other instanceof Date ? 'a date' : JSON.stringify(other)}.`,
      }),
    ];
  });
}
