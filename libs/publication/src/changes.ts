import { skillLines } from './report-json';
import type { Report } from './report-schema';

/** What a publication changes, by name. */
export interface Changes {
  /** Whether there was an earlier tree to compare with. */
  compared: boolean;
  added: string[];
  changed: string[];
  removed: string[];
  unchanged: number;
}

interface PublishedFile {
  file: string;
  name: string;
  digest: string;
}

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
  const lines = skillLines(reportText);
  const published = publishedSkills(earlierText, lines);
  const before = new Map(published?.others.map((each) => [each.file, each]));
  const changes: Changes = {
    compared: published !== undefined,
    added: [],
    changed: [],
    removed: [],
    unchanged: published?.same.size ?? 0,
  };
  const others = report.skills.filter((_, at) => !published?.same.has(at));
  const moved: PublishedFile[] = [];
  const count = ({ name, digest }: PublishedFile, earlier: PublishedFile) => {
    before.delete(earlier.file);
    if (earlier.digest === digest) changes.unchanged += 1;
    else changes.changed.push(name);
  };
  for (const skill of others) {
    const earlier = before.get(skill.file);
    if (earlier) count(skill, earlier);
    else moved.push(skill);
  }
  for (const skill of moved) {
    const earlier = [...before.values()].find(({ name }) => name === skill.name);
    if (earlier) count(skill, earlier);
    else changes.added.push(skill.name);
  }
  changes.removed = [...before.values()].map(({ name }) => name);
  return changes;
}

interface PublishedSkills {
  /** Indexes of the new report's skills of which the earlier one says the very same. */
  same: Set<number>;
  others: PublishedFile[];
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
    return others.every(isPublishedFile) ? { same: new Set(same), others } : undefined;
  } catch {
    return undefined;
  }
}

/** By hand: the whole schema takes longer than all else that is done with the report. */
function isPublishedFile(skill: unknown): skill is PublishedFile {
  const { file, name, digest } = skill as Record<string, unknown>;
  return [file, name, digest].every((value) => typeof value === 'string');
}
