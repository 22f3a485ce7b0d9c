import {
  artifactUrl,
  buildIndex,
  type DiscoveryIndex,
  type IndexEntry,
  publishedPath,
} from '@nx-agent-skills/discovery';
import type { Report, ReportedSkill } from './report-schema';

/** What of a report tells which url of a skill its index has. */
export type IndexSettings = Pick<Report, 'origin' | 'zip' | 'contentAddressed'>;

/** The index that says what the report says of the skills that belong into it. */
export function publishedIndex(
  skills: readonly ReportedSkill[],
  settings: IndexSettings,
): DiscoveryIndex {
  return buildIndex(
    skills.filter(({ indexed }) => indexed).map((skill) => indexEntry(skill, settings)),
  );
}

function indexEntry(skill: ReportedSkill, settings: IndexSettings): IndexEntry {
  const { url, digest } = indexedFile(skill, settings);
  const { name, type, description } = skill;
  return { name, type, description: description ?? '', url, digest };
}

/** The file of a skill that the index points to. */
export function indexedFile(
  skill: ReportedSkill,
  { origin, zip, contentAddressed }: IndexSettings,
): { file: string; url: string; digest: string } {
  const { file, url, digest } = zip === 'index' && skill.zip ? skill.zip : skill;
  if (!contentAddressed) return { file, url, digest };
  const addressed = publishedPath.addressedFile(digest, file);
  return { file: addressed, url: artifactUrl({ href: origin }, addressed), digest };
}
