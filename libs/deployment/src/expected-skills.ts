import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@nx-agent-skills/artifact';
import { artifactUrl, type IndexEntry, type Origin } from '@nx-agent-skills/discovery';
import { type Report, type ReportedSkill, skillFiles } from '@nx-agent-skills/publication';
import type { FileKind } from './diagnose-headers';
import type { ExpectedPart, ExpectedSkill } from './expected-skill';

/**
 * The skills that a report promises, at an origin that may be another than the report's.
 *
 * @param tree the folder of the built tree, absolute, when it is at hand
 */
export function expectedSkills(report: Report, origin: Origin, tree?: string): ExpectedSkill[] {
  return report.skills.map((skill) => {
    const parts = skillFiles(skill, report).map(({ path, digest }): ExpectedPart => {
      const size = sizeOf(skill, digest);
      return {
        url: artifactUrl(origin, path),
        kind: kindOf(path),
        digest,
        ...(size === undefined ? {} : { size }),
        ...(tree === undefined ? {} : { built: () => readBuilt(join(tree, path), digest) }),
      };
    });
    const downloaded = report.zip === 'index' && skill.zip ? 'zip' : kindOf(skill.file);
    const [main = parts[0], ...beside] = [
      ...parts.filter(({ kind }) => kind === downloaded),
      ...parts.filter(({ kind }) => kind !== downloaded),
    ];
    if (!main) throw new RangeError(`The report has no file of ${skill.name}.`);
    const { name, description, type, indexed, files } = skill;
    return { name, description: description ?? '', type, indexed, files, parts: [main, ...beside] };
  });
}

/**
 * The skills that a served index promises.
 *
 * @param indexUrl where the index was served from in the end
 */
export function promisedSkills(entries: readonly IndexEntry[], indexUrl: string): ExpectedSkill[] {
  return entries.map(({ name, description, type, url, digest }) => {
    const { href, pathname } = new URL(url, indexUrl);
    const kind = type === 'skill-md' ? 'skill-md' : pathname.endsWith('.zip') ? 'zip' : 'tar.gz';
    return { name, description, type, indexed: true, parts: [{ url: href, kind, digest }] };
  });
}

function kindOf(path: string): FileKind {
  if (path.endsWith('.tar.gz')) return 'tar.gz';
  if (path.endsWith('.zip')) return 'zip';
  return path.endsWith('/SKILL.md') ? 'skill-md' : 'other';
}

function sizeOf(skill: ReportedSkill, digest: string): number | undefined {
  if (digest === skill.digest) return skill.size;
  if (digest === skill.zip?.digest) return skill.zip.size;
  return skill.files.find((file) => file.digest === digest)?.size;
}

function readBuilt(file: string, digest: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    return digestOf(bytes) === digest ? bytes : undefined;
  } catch {
    return undefined;
  }
}
