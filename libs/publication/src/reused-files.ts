import { publishedPath } from '@nx-agent-skills/discovery';
import { SKILLS_KEY, skillLines } from './report-json';
import type { Report, ReportedSkill } from './report-schema';
import { skillFiles } from './skill-files';

/** What of an earlier tree fits a new one, as far as the two reports tell. */
export interface ReusedFiles {
  /** Paths in both trees that hold the same bytes. */
  kept: Set<string>;
  /** Paths of the earlier tree that the new one may not have. */
  stale: string[];
}

/**
 * Compares the reports of an earlier tree and of a new one line by line, without parsing skills that
 * are the same in both. That is only a presumption: whether the files are what the earlier report
 * says is for the verification of the new tree to tell.
 *
 * @param earlierText the report.json of the earlier tree
 * @param reportText the report.json of the new one
 * @returns undefined when the earlier report cannot be read, or is of another kind of tree
 */
export function reusedFiles(
  earlierText: string,
  report: Report,
  reportText: string,
): ReusedFiles | undefined {
  if (settingsOf(earlierText) !== settingsOf(reportText)) return undefined;
  const now = skillLines(reportText);
  const before = skillLines(earlierText);
  const isSame = (line: string) => before.has(line);
  const kept = new Set<string>();
  for (const [at, line] of [...now].entries()) {
    const skill = report.skills[at];
    if (skill && isSame(line)) for (const path of pathsOf(skill, report)) kept.add(path);
  }
  try {
    const stale = [...before]
      .filter((line) => !now.has(line))
      .flatMap((line) => pathsOf(JSON.parse(line), report));
    return { kept, stale };
  } catch {
    return undefined;
  }
}

function pathsOf(skill: ReportedSkill, report: Report): string[] {
  const paths = skillFiles(skill, report).map(({ path }) => path);
  return skill.indexed ? [...paths, publishedPath.skillIndex(skill.name)] : paths;
}

/** What a report says before its skills, such as the origin, but for what follows from the skills. */
function settingsOf(text: string): string {
  const lines = text.slice(0, text.indexOf(SKILLS_KEY)).split('\n');
  return lines.filter((line) => !/^ {2}"(index|changes)": /.test(line)).join('\n');
}
