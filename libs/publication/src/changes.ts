import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedSkill } from './publication';
import { reportSchema } from './report-schema';
import { REPORT_FILES } from './tree-files';

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
 * Compares the skills with the tree that lies in the output folder now. A skill is the one of
 * before when it is published under the same path, or else under the same name: its shape may have
 * changed.
 */
export function compareWithPublished(folder: string, skills: readonly PublishedSkill[]): Changes {
  const published = publishedFiles(folder);
  const before = new Map(published?.map((each) => [each.file, each]));
  const changes: Changes = {
    compared: published !== undefined,
    added: [],
    changed: [],
    removed: [],
    unchanged: 0,
  };
  const moved: PublishedSkill[] = [];
  const count = ({ name, record }: PublishedSkill, earlier: PublishedFile) => {
    before.delete(earlier.file);
    if (earlier.digest === record.digest) changes.unchanged += 1;
    else changes.changed.push(name);
  };
  for (const skill of skills) {
    const earlier = before.get(skill.artifactPath);
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

function publishedFiles(folder: string): PublishedFile[] | undefined {
  const file = join(folder, REPORT_FILES.json);
  if (!existsSync(file)) return undefined;
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).skills;
  } catch {
    return undefined;
  }
}
