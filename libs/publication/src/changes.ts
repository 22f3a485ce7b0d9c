import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedSkill } from './publication';
import { reportSchema } from './report-schema';
import { REPORT_FILES } from './stage-tree';

/** What a publication changes, by artifact. */
export interface Changes {
  /** Whether there was an earlier tree to compare with. */
  compared: boolean;
  added: string[];
  changed: string[];
  removed: string[];
  unchanged: number;
}

/** Compares the skills with the tree that lies in the output folder now. */
export function compareWithPublished(folder: string, skills: readonly PublishedSkill[]): Changes {
  const before = publishedDigests(folder);
  const after = new Map(skills.map(({ artifactPath, record }) => [artifactPath, record.digest]));
  const names = new Map(skills.map(({ artifactPath, name }) => [artifactPath, name]));
  const nameOf = (path: string) => names.get(path) ?? before?.get(path)?.name ?? path;
  const beforeByName = new Map([...(before ?? [])].map(([, { name, digest }]) => [name, digest]));
  const changes: Changes = {
    compared: before !== undefined,
    added: [],
    changed: [],
    removed: [],
    unchanged: 0,
  };
  for (const [path, digest] of after) {
    const earlier = before?.get(path)?.digest ?? beforeByName.get(nameOf(path));
    if (earlier === undefined) changes.added.push(nameOf(path));
    else if (earlier === digest) changes.unchanged += 1;
    else changes.changed.push(nameOf(path));
  }
  const namesNow = new Set(names.values());
  changes.removed = [...beforeByName.keys()].filter((name) => !namesNow.has(name));
  return changes;
}

function publishedDigests(folder: string) {
  const file = join(folder, REPORT_FILES.json);
  if (!existsSync(file)) return undefined;
  try {
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return new Map(report.skills.map(({ file: path, name, digest }) => [path, { name, digest }]));
  } catch {
    return undefined;
  }
}
