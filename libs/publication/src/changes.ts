import type { PublishedSkill } from './publication';

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
 *
 * @param earlierText the report.json of that tree, if there is one
 */
export function compareWithPublished(
  earlierText: string | undefined,
  skills: readonly PublishedSkill[],
): Changes {
  const published = publishedFiles(earlierText);
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

function publishedFiles(reportText: string | undefined): PublishedFile[] | undefined {
  try {
    const { skills }: { skills: unknown[] } = JSON.parse(reportText ?? '');
    return skills.every(isPublishedFile) ? skills : undefined;
  } catch {
    return undefined;
  }
}

/** By hand: the whole schema takes longer than all else that is done with the report. */
function isPublishedFile(skill: unknown): skill is PublishedFile {
  const { file, name, digest } = skill as Record<string, unknown>;
  return [file, name, digest].every((value) => typeof value === 'string');
}
