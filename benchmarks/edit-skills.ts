import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addSkill, type SkillFiles, writeSkills } from './generate-skills';

const NEW = 99_999;
const NEW_FOLDER = `skills/skill-${NEW}`;

/** Changes one skill: that with a number, or else one of several files. */
export function editOne(root: string, line: string, at = 0): void {
  const name = `skill-${String(at).padStart(5, '0')}`;
  appendFileSync(join(root, `skills/${name}/SKILL.md`), `\n${line}\n`);
}

/** Adds a skill that no generated workspace has. */
export function addOne(root: string): void {
  const files: SkillFiles = new Map();
  addSkill(files, NEW);
  writeSkills(root, files);
}

export function hasAdded(root: string): boolean {
  return existsSync(join(root, NEW_FOLDER));
}

/** Removes the added skill. */
export function removeOne(root: string): void {
  rmSync(join(root, NEW_FOLDER), { recursive: true });
}
