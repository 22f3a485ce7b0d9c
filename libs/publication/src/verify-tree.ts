import { digestOf } from '@nx-agent-skills/artifact';
import {
  type DiscoveryIndex,
  IndexError,
  type Origin,
  parseIndex,
  parseOrigin,
  publishedPath,
} from '@nx-agent-skills/discovery';
import { addressedFiles } from './addressed-files';
import { PublicationError } from './publication-error';
import { publishedIndex } from './published-index';
import { REPORT_FILES } from './report-json';
import { type Report, reportSchema } from './report-schema';
import { skillFiles } from './skill-files';
import { verifySnapshots } from './snapshots/verify-snapshots';
import { writtenFaults } from './snapshots/written-faults';
import { listFaults, listTree } from './tree-entries';
import { type MadeTree, makeTree } from './tree-files';
import { type Bytes, isContent } from './tree-folder';
import { readBytes, type TreeOnDisk } from './tree-on-disk';
import { artifactFaults, besideFaults } from './verify-files';

/** What a verified tree holds. */
export interface VerifiedTree {
  origin: Origin;
  index: DiscoveryIndex;
  report: Report;
}

/**
 * Checks a whole tree as a stock client would read it, and that nothing lies in it beside: the
 * index is exact, all other indexes repeat it, every artifact has its digest, every archive passes the
 * strict reader, the report agrees with all of them, every file of the tree is accounted for.
 *
 * @param folder absolute
 * @param made when the caller has made the tree, from artifacts that it has looked into: then every
 *   file must be what was made, and artifacts are told by their digests
 * @throws PublicationError `publication/verification` with every fault
 */
export function verifyTree(folder: string, made?: MadeTree): VerifiedTree {
  const faults: string[] = [];
  const tree: TreeOnDisk = { folder, entries: listTree(folder) };
  const report = made?.report ?? readReport(tree, faults);
  const origin = report && originOf(report, faults);
  const bytes = readBytes(tree, publishedPath.index, faults);
  if (!report || !origin) throw verificationError(folder, faults);
  const index = bytes && readIndex(bytes.toString('utf8'), origin, faults);
  const isKnown = made !== undefined;
  faults.push(
    ...(bytes ? reportedIndexFaults(bytes, index, report) : []),
    ...report.skills.flatMap((skill) => artifactFaults(tree, skill, origin, isKnown)),
    ...report.skills.flatMap((skill) => besideFaults(tree, skill, report, isKnown)),
  );
  if (index) {
    const { derived } = made ?? makeTree(index, report);
    const snapshots = made
      ? { paths: made.snapshots.keys(), faults: writtenFaults(tree, made.snapshots) }
      : verifySnapshots(report, origin, (path) => readBytes(tree, path, []));
    const held = report.skills.flatMap((skill) => skillFiles(skill, report));
    faults.push(
      // Whoever has read the report from the tree has nothing to compare it with.
      ...derivedFaults(tree, derived, isKnown ? [] : [REPORT_FILES.json]),
      ...disagreements(index, report),
      ...snapshots.faults,
      ...belongingFaults(
        tree,
        new Set([...derived.keys(), ...held.map(({ path }) => path), ...snapshots.paths]),
      ),
    );
  }
  if (!index || faults.length > 0) throw verificationError(folder, faults);
  return { origin, index, report };
}

/** Files that are called by their digests may be those of an earlier index, which clients still have. */
function belongingFaults(tree: TreeOnDisk, expected: Set<string>): string[] {
  const faults: string[] = [];
  for (const [path, digest] of addressedFiles(tree.entries.files)) {
    if (expected.has(path)) continue;
    expected.add(path);
    const bytes = readBytes(tree, path, faults);
    if (bytes && digestOf(bytes) !== digest)
      faults.push(`${path} has the digest ${digestOf(bytes)}.`);
  }
  return [...faults, ...listFaults(tree.entries, expected)];
}

function verificationError(folder: string, faults: readonly string[]): PublicationError {
  const lines = [...new Set(faults)].map((fault) => `  ${fault}`);
  return new PublicationError(
    'publication/verification',
    `The tree in ${folder} is not complete and correct:\n${lines.join('\n')}`,
  );
}

function readReport(tree: TreeOnDisk, faults: string[]): Report | undefined {
  const bytes = readBytes(tree, REPORT_FILES.json, faults);
  if (!bytes) return undefined;
  try {
    return reportSchema.parse(JSON.parse(bytes.toString('utf8')));
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

function reportedIndexFaults(
  bytes: Buffer,
  index: DiscoveryIndex | undefined,
  { index: reported }: Report,
): string[] {
  const isSame =
    digestOf(bytes) === reported.digest &&
    bytes.length === reported.size &&
    (index === undefined || index.skills.length === reported.entries);
  return isSame ? [] : [`${publishedPath.index} is not the index that the report describes.`];
}

/** Compares every file that follows from the index and the report with what follows from them. */
function derivedFaults(
  tree: TreeOnDisk,
  derived: ReadonlyMap<string, string | Bytes>,
  except: readonly string[],
): string[] {
  const faults: string[] = [];
  for (const [path, content] of derived) {
    if (except.includes(path)) continue;
    const bytes = readBytes(tree, path, faults);
    if (bytes && !isContent(bytes, content)) {
      faults.push(`${path} does not say the same as ${sourceOf(path)}.`);
    }
  }
  return faults;
}

const sourceOf = (path: string) =>
  path.endsWith(publishedPath.index) ? publishedPath.index : REPORT_FILES.json;

/** Where the index and the report differ about the skills that belong into the index. */
function disagreements(index: DiscoveryIndex, report: Report): string[] {
  const byName = ({ skills }: DiscoveryIndex) =>
    new Map(skills.map((entry) => [entry.name, JSON.stringify(entry)]));
  const entries = byName(index);
  const reported = byName(publishedIndex(report.skills, report));
  return [...new Set([...entries.keys(), ...reported.keys()])]
    .filter((name) => entries.get(name) !== reported.get(name))
    .map((name) => `The index and the report do not agree about "${name}".`);
}
