import { checkZip, digestOf, inspectArtifact } from '@nx-agent-skills/artifact';
import { artifactUrl, type Origin } from '@nx-agent-skills/discovery';
import type { Report, ReportedSkill } from './report-schema';
import { skillFiles } from './skill-files';
import { readBytes, type TreeOnDisk } from './tree-on-disk';

/** Compares the bytes of an artifact with all that the report says of it. */
export function artifactFaults(
  tree: TreeOnDisk,
  skill: ReportedSkill,
  origin: Origin,
  isKnown: boolean,
): string[] {
  const faults: string[] = [];
  const { file, name } = skill;
  const bytes = readBytes(tree, file, faults);
  if (!bytes) return faults;
  const digest = digestOf(bytes);
  if (digest !== skill.digest) {
    faults.push(`${file} has the digest ${digest}, the report says ${skill.digest} for "${name}".`);
  }
  if (artifactUrl(origin, file) !== skill.url) {
    faults.push(`The URL that the report gives for "${name}" is not that of ${file}.`);
  }
  if (!isKnown) faults.push(...contentFaults(bytes, skill));
  return faults;
}

/** Looks into an artifact as a client would. */
function contentFaults(bytes: Buffer, skill: ReportedSkill): string[] {
  const { file, name } = skill;
  try {
    const { frontmatter, shape, files } = inspectArtifact(skill.type, bytes, file, name);
    const isSame =
      (frontmatter?.name ?? null) === (skill.indexed ? name : null) &&
      (frontmatter?.description ?? null) === skill.description &&
      shape === skill.shape &&
      bytes.length === skill.size &&
      JSON.stringify(files) === JSON.stringify(skill.files);
    return isSame ? [] : [`${file} is not what the report says of "${name}".`];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Compares what lies beside an artifact with what is in it. */
export function besideFaults(
  tree: TreeOnDisk,
  skill: ReportedSkill,
  report: Report,
  isKnown: boolean,
): string[] {
  const faults: string[] = [];
  for (const { path, digest, content } of skillFiles(skill, report)) {
    const bytes = path === skill.file ? undefined : readBytes(tree, path, faults);
    if (!bytes) continue;
    const what = typeof content === 'string' ? `the ${content}` : `the ${content.member}`;
    if (digestOf(bytes) !== digest) faults.push(`${path} is not ${what} of ${skill.file}.`);
    else if (content === 'zip' && !isKnown) faults.push(...zipFaults(bytes, skill, path));
  }
  return faults;
}

function zipFaults(bytes: Buffer, { files, zip }: ReportedSkill, path: string): string[] {
  try {
    checkZip(bytes, files, path);
    return bytes.length === zip?.size ? [] : [`${path} is not as long as the report says.`];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
