import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, inspectArtifact } from '@nx-agent-skills/artifact';
import {
  type DiscoveryIndex,
  type IndexEntry,
  IndexError,
  type Origin,
  parseIndex,
  parseOrigin,
  pathOfUrl,
  publishedPath,
} from '@nx-agent-skills/discovery';
import { PublicationError } from './publication-error';
import { type Report, reportSchema } from './report-schema';
import { REPORT_FILES } from './stage-tree';

/** What a verified tree holds. */
export interface VerifiedTree {
  origin: Origin;
  index: DiscoveryIndex;
  report: Report;
}

/**
 * Checks a whole tree as a stock client would read it, and that nothing lies in it beside: the
 * index is exact, its copy is the same, every artifact has its digest, every archive passes the
 * strict reader, every file of the tree is accounted for.
 *
 * @param folder absolute
 * @throws PublicationError `publication/verification` with every fault
 */
export function verifyTree(folder: string): VerifiedTree {
  const faults: string[] = [];
  const report = readReport(folder, faults);
  const origin = report && originOf(report, faults);
  const text = readText(folder, publishedPath.index, faults);
  if (!report || !origin || text === undefined) throw verificationError(folder, faults);
  if (readText(folder, publishedPath.catalogueIndex, faults) !== text) {
    faults.push(`${publishedPath.catalogueIndex} is not a copy of ${publishedPath.index}.`);
  }
  if (digestOf(Buffer.from(text, 'utf8')) !== report.index.digest) {
    faults.push(`${publishedPath.index} does not have the digest that the report gives.`);
  }
  const index = readIndex(text, origin, faults);
  for (const entry of index?.skills ?? [])
    faults.push(...entryFaults(folder, entry, origin, report));
  faults.push(...reportFaults(folder, index, report), ...strayFiles(folder, report));
  if (!index || faults.length > 0) throw verificationError(folder, faults);
  return { origin, index, report };
}

function verificationError(folder: string, faults: readonly string[]): PublicationError {
  return new PublicationError(
    'publication/verification',
    `The tree in ${folder} is not complete and correct:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
}

function readReport(folder: string, faults: string[]): Report | undefined {
  const text = readText(folder, REPORT_FILES.json, faults);
  if (text === undefined) return undefined;
  try {
    return reportSchema.parse(JSON.parse(text));
  } catch {
    faults.push(`${REPORT_FILES.json} is not a report.`);
    return undefined;
  }
}

function originOf(report: Report, faults: string[]): Origin | undefined {
  try {
    return parseOrigin(report.origin, { preview: true });
  } catch {
    faults.push(`${REPORT_FILES.json} names no valid origin.`);
    return undefined;
  }
}

function readIndex(text: string, origin: Origin, faults: string[]): DiscoveryIndex | undefined {
  try {
    return parseIndex(text, { origin });
  } catch (error) {
    if (!(error instanceof IndexError)) throw error;
    faults.push(error.message);
    return undefined;
  }
}

function readText(folder: string, path: string, faults: string[]): string | undefined {
  return readBytes(folder, path, faults)?.toString('utf8');
}

function readBytes(folder: string, path: string, faults: string[]): Buffer | undefined {
  try {
    return readFileSync(join(folder, path));
  } catch {
    faults.push(`${path} is missing.`);
    return undefined;
  }
}

function entryFaults(folder: string, entry: IndexEntry, origin: Origin, report: Report): string[] {
  const faults: string[] = [];
  const path = pathOfUrl(origin, entry.url);
  const bytes = readBytes(folder, path, faults);
  if (!bytes) return faults;
  const digest = digestOf(bytes);
  if (digest !== entry.digest) {
    faults.push(
      `${path} has the digest ${digest}, the index says ${entry.digest} for "${entry.name}".`,
    );
  }
  try {
    const { frontmatter } = inspectArtifact(entry.type, bytes, path, entry.name);
    if (frontmatter?.name !== entry.name || frontmatter.description !== entry.description) {
      faults.push(`${path} has another name or description than the entry "${entry.name}".`);
    }
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  const reported = report.skills.find(({ name, indexed }) => indexed && name === entry.name);
  if (
    reported?.digest !== entry.digest ||
    reported.url !== entry.url ||
    reported.type !== entry.type
  ) {
    faults.push(`${REPORT_FILES.json} does not agree with the index about "${entry.name}".`);
  }
  return faults;
}

function reportFaults(folder: string, index: DiscoveryIndex | undefined, report: Report): string[] {
  const faults: string[] = [];
  const names = new Set(index?.skills.map(({ name }) => name));
  for (const skill of report.skills) {
    if (skill.indexed && !names.has(skill.name)) {
      faults.push(`The index lacks the skill "${skill.name}" that the report lists.`);
    }
    if (skill.indexed) continue;
    const bytes = readBytes(folder, skill.file, faults);
    if (bytes && digestOf(bytes) !== skill.digest) {
      faults.push(`${skill.file} does not have the digest that the report gives.`);
    }
  }
  return faults;
}

function strayFiles(folder: string, report: Report): string[] {
  const expected = new Set<string>([
    publishedPath.index,
    publishedPath.catalogueIndex,
    ...Object.values(REPORT_FILES),
    ...report.skills.map(({ file }) => file),
  ]);
  return listFiles(folder, '')
    .filter((path) => !expected.has(path))
    .map((path) => `${path} does not belong to the tree.`);
}

function listFiles(folder: string, inside: string): string[] {
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });
}
