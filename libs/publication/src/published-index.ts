import { buildIndex, type DiscoveryIndex, type IndexEntry } from '@nx-agent-skills/discovery';
import type { ReportedSkill, ZipMode } from './report-schema';

/** The index that says what the report says of the skills that belong into it. */
export function publishedIndex(skills: readonly ReportedSkill[], zip: ZipMode): DiscoveryIndex {
  return buildIndex(skills.filter(({ indexed }) => indexed).map((skill) => indexEntry(skill, zip)));
}

function indexEntry(skill: ReportedSkill, mode: ZipMode): IndexEntry {
  const { url, digest } = mode === 'index' && skill.zip ? skill.zip : skill;
  const { name, type, description } = skill;
  return { name, type, description: description ?? '', url, digest };
}
