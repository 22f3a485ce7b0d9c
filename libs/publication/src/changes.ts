import type { Previous, PreviousSkill } from './previous';
import { skillLines } from './report-json';
import type { Report, ReportedSkill } from './report-schema';

/** A skill and the digest of its artifact. */
export interface SkillDigest {
  name: string;
  digest: string;
}

/** A skill whose artifact has other bytes than before. */
export interface ChangedSkill {
  name: string;
  /** Digests. */
  before: string;
  after: string;
  /** Paths in the skill, each list sorted; absent where nothing is known of the files before. */
  files?: { added: string[]; changed: string[]; removed: string[] };
}

/** What a publication changes, each list in the order of names. */
export interface Changes {
  /** Whether there was an earlier publication to compare with. */
  compared: boolean;
  added: SkillDigest[];
  changed: ChangedSkill[];
  removed: SkillDigest[];
  unchanged: number;
}

const NO_CHANGES = { added: [], changed: [], removed: [] };

/**
 * Compares the report of a publication with that of the tree before it. A skill is the one of
 * before when it is published under the same path, or else under the same name: its shape may have
 * changed.
 *
 * @param earlierText the report.json of the tree before, if there is one
 * @param report the new one
 * @param reportText its text
 */
export function compareReports(
  earlierText: string | undefined,
  report: Report,
  reportText: string,
): Changes {
  const all = report.skills.length;
  if (earlierText === reportText) return { compared: true, ...NO_CHANGES, unchanged: all };
  const published = publishedSkills(earlierText, skillLines(reportText));
  const others = report.skills.filter((_, at) => !published?.same.has(at));
  const changes = compareSkills(published?.others ?? [], others);
  const unchanged = changes.unchanged + (published?.same.size ?? 0);
  return { compared: published !== undefined, ...changes, unchanged };
}

/** Compares the report of a publication with one that the publisher has named. */
export function compareWithPrevious(previous: Previous, { skills }: Report): Changes {
  // No index has a bundle without a SKILL.md of its own.
  const known = previous.isIndex ? skills.filter(({ indexed }) => indexed) : skills;
  return { compared: true, ...compareSkills(previous.skills, known) };
}

function compareSkills(
  earlier: readonly PreviousSkill[],
  skills: readonly ReportedSkill[],
): Omit<Changes, 'compared'> {
  const byFile = new Map(earlier.flatMap((each) => (each.file ? [[each.file, each]] : [])));
  const left = new Set(earlier);
  const found = new Map<ReportedSkill, PreviousSkill>();
  const match = (skill: ReportedSkill, before: PreviousSkill | undefined) => {
    if (before && left.delete(before)) found.set(skill, before);
  };
  for (const skill of skills) match(skill, byFile.get(skill.file));
  const byName = new Map([...left].map((each) => [each.name, each]));
  for (const skill of skills) if (!found.has(skill)) match(skill, byName.get(skill.name));
  const changed = skills.flatMap((skill) => {
    const before = found.get(skill);
    return before && !isSame(before, skill) ? [changeOf(before, skill)] : [];
  });
  return {
    added: skills.filter((skill) => !found.has(skill)).map(digestOf),
    changed,
    removed: [...left].map(digestOf),
    unchanged: found.size - changed.length,
  };
}

/** An index may name the zip of a skill. */
const isSame = ({ digest }: PreviousSkill, skill: ReportedSkill) =>
  digest === skill.digest || digest === skill.zip?.digest;

const digestOf = ({ name, digest }: SkillDigest): SkillDigest => ({ name, digest });

function changeOf(before: PreviousSkill, { name, digest, files }: ReportedSkill): ChangedSkill {
  const change = { name, before: before.digest, after: digest };
  if (!before.files) return change;
  const earlier = new Map(before.files.map((file) => [file.path, `${file.digest} ${file.mode}`]));
  const now = new Set(files.map(({ path }) => path));
  return {
    ...change,
    files: {
      added: files.flatMap(({ path }) => (earlier.has(path) ? [] : [path])),
      changed: files.flatMap(({ path, digest: content, mode }) => {
        const known = earlier.get(path);
        return known === undefined || known === `${content} ${mode}` ? [] : [path];
      }),
      removed: [...earlier.keys()].filter((path) => !now.has(path)),
    },
  };
}

interface PublishedSkills {
  /** Indexes of the new report's skills of which the earlier one says the very same. */
  same: Set<number>;
  others: PreviousSkill[];
}

/** Undefined when there is no report, or none that can be read. Equal lines are not parsed. */
function publishedSkills(
  text: string | undefined,
  newLines: ReadonlySet<string>,
): PublishedSkills | undefined {
  try {
    const lines = text === undefined ? new Set<string>() : skillLines(text);
    const others: unknown[] =
      lines.size > 0
        ? [...lines].filter((line) => !newLines.has(line)).map((line) => JSON.parse(line))
        : JSON.parse(text ?? '').skills;
    const same = [...newLines].flatMap((line, at) => (lines.has(line) ? at : []));
    return others.every(isPublishedSkill) ? { same: new Set(same), others } : undefined;
  } catch {
    return undefined;
  }
}

/** By hand: the whole schema takes longer than all else that is done with the report. */
function isPublishedSkill(skill: unknown): skill is PreviousSkill {
  const { file, name, digest, files } = skill as Record<string, unknown>;
  return [file, name, digest].every((value) => typeof value === 'string') && Array.isArray(files);
}
