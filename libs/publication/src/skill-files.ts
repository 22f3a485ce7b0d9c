import {
  legacyFilePath,
  publishedPath,
  serializeLegacyIndex,
  unservableLegacyFile,
} from '@nx-agent-skills/discovery';
import { indexedFile } from './published-index';
import type { Report, ReportedSkill } from './report-schema';

/** A file of the tree that holds bytes of a skill. */
export interface SkillFile {
  /** Relative to the tree. */
  path: string;
  digest: string;
  /** Which bytes: the artifact, the zip beside it, or the file of this path in the artifact. */
  content: 'artifact' | 'zip' | { member: string };
}

/**
 * All files that are published of a skill: its artifact; the zip, where there is one; the SKILL.md
 * of an archive, where people and programs look for it by the skill's name (contract step 4); and
 * for clients of discovery 0.1.0 every file on its own; and where urls have digests in them, the file
 * that the index points to.
 */
export function skillFiles(skill: ReportedSkill, report: Report): SkillFile[] {
  const { name, file, digest, zip, files } = skill;
  const held: SkillFile[] = [{ path: file, digest, content: 'artifact' }];
  if (zip) held.push({ path: zip.file, digest: zip.digest, content: 'zip' });
  if (skill.indexed && report.contentAddressed) {
    const named = indexedFile(skill, report);
    const content = named.digest === digest ? 'artifact' : 'zip';
    held.push({ path: named.file, digest: named.digest, content });
  }
  for (const member of files) {
    const content = { member: member.path };
    const hold = (path: string) => held.push({ path, digest: member.digest, content });
    const isBeside = member.path === 'SKILL.md' && skill.type === 'archive';
    if (isBeside && skill.indexed) hold(publishedPath.skillMd(name));
    if (isInLegacyIndex(skill, report)) hold(legacyFilePath(name, member.path));
  }
  return held;
}

/** The index of discovery 0.1.0 by its path, when the publisher wants one. */
export function legacyIndexFile(report: Report): Map<string, string> {
  if (!report.legacyIndex) return new Map();
  const entries = report.skills
    .filter((skill) => isInLegacyIndex(skill, report))
    .map(({ name, description, files }) => ({
      name,
      description: description ?? '',
      files: files.map(({ path }) => path),
    }));
  return new Map([[publishedPath.legacyIndex, serializeLegacyIndex(entries)]]);
}

function isInLegacyIndex({ files, indexed }: ReportedSkill, { legacyIndex }: Report): boolean {
  if (!legacyIndex || !indexed) return false;
  return unservableLegacyFile(files.map(({ path }) => path)) === undefined;
}
