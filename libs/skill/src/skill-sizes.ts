import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, finding } from './finding';
import { unreadable } from './list-skill-files';
import { MAX_SKILL_BYTES, MAX_SKILL_FILES, NEAR_LIMIT } from './skill-limits';

export interface SkillSizes {
  /** By path, as far as the files can be read. */
  stats: Map<string, Stats>;
  findings: Finding[];
}

/** Holds the number and the sizes of a skill's files to the limits of the stock clients. */
export function checkSizes(
  workspaceRoot: string,
  skillPath: string,
  paths: readonly string[],
): SkillSizes {
  const stats = new Map<string, Stats>();
  const findings: Finding[] = [];
  for (const path of paths) {
    try {
      stats.set(path, statSync(join(workspaceRoot, skillPath, path)));
    } catch (error) {
      findings.push(unreadable(`${skillPath}/${path}`, error));
    }
  }
  const bytes = [...stats.values()].reduce((total, { size }) => total + size, 0);
  return { stats, findings: [...checkLimits(skillPath, paths.length, bytes), ...findings] };
}

function checkLimits(skillPath: string, files: number, bytes: number): Finding[] {
  const findings: Finding[] = [];
  if (files > MAX_SKILL_FILES) {
    findings.push(
      finding('files/too-many', skillPath, {
        message: `The skill has ${files} files, at most ${MAX_SKILL_FILES} are allowed.`,
      }),
    );
  }
  if (bytes > MAX_SKILL_BYTES) {
    findings.push(
      finding('files/too-large', skillPath, {
        message: `The skill has ${bytes} bytes, at most ${MAX_SKILL_BYTES} are allowed.`,
      }),
    );
  }
  const part = Math.max(files / MAX_SKILL_FILES, bytes / MAX_SKILL_BYTES);
  if (part >= NEAR_LIMIT && part <= 1) {
    findings.push(
      finding('files/near-limit', skillPath, {
        message: `The skill has ${files} of ${MAX_SKILL_FILES} files and ${bytes} of ${MAX_SKILL_BYTES} bytes.`,
      }),
    );
  }
  return findings;
}
