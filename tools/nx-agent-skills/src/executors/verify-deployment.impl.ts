import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  changeReport,
  committedReleases,
  DeploymentError,
  describeVerification,
  findPreviousReleases,
  hasFailed,
  junitXml,
  type PreviousReleases,
  type ReportFile,
  readReport,
  recordByHand,
  recordResults,
  reportAt,
  reportOfTree,
  type SnapshotPlace,
  type Verification,
  verifyDeployment as verify,
} from '@nx-agent-skills/deployment';
import { OriginError, parseOrigin } from '@nx-agent-skills/discovery';
import { PublicationError, type Report } from '@nx-agent-skills/publication';
import type { ExecutorContext } from 'nx/src/devkit-exports';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';
import { isSystemError } from '../system-error';
import { formatCheckAnnotations } from './format-check-annotations';
import { progressLine } from './progress-line';
import { readDeploymentOptions, type VerifyDeploymentOptions } from './read-deployment-options';

/** Checks the tree as it is served, and records the results in its report. */
export default async function verifyDeployment(
  options: VerifyDeploymentOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  try {
    if (options.fault !== undefined) throw new OptionError(options.fault);
    if (options.record === undefined) return await verifyAndRecord(options, context.root);
    await print(record(options, options.record, context.root));
    return { success: true };
  } catch (error) {
    const isKnown =
      error instanceof DeploymentError ||
      error instanceof PublicationError ||
      error instanceof OriginError ||
      error instanceof OptionError;
    if (!isKnown && !isSystemError(error)) throw error;
    await printError(error.message.replaceAll(`${context.root}/`, ''));
    return { success: false };
  }
}

async function verifyAndRecord(
  options: VerifyDeploymentOptions,
  root: string,
): Promise<{ success: boolean }> {
  const { activation, note } = options;
  if (activation !== undefined || note !== undefined) {
    throw new OptionError(
      'The options "activation" and "note" record an outcome of one skill: name it with "record".',
    );
  }
  const file = reportFileOf(options, root);
  const report = await readBuiltReport(options, file);
  const previous =
    options.previousReport === undefined
      ? undefined
      : readReport(reportAt(resolve(root, options.previousReport)));
  const origin = parseOrigin(options.origin ?? report?.origin ?? '', { preview: true });
  const home = report ? { href: report.origin } : origin;
  const previousReleases = releasesBefore(options, { root, origin: home }, report);
  const checks = readDeploymentOptions(options);
  const isElsewhere = report !== undefined && report.origin !== origin.href;
  const verification = await verify({
    ...checks,
    origin,
    // The served index leads clients to the origin that it was built for.
    ...(isElsewhere && typeof checks.install !== 'string'
      ? { install: `The tree was built for ${report.origin}; an install would fetch from there.` }
      : {}),
    ...(report ? { report } : {}),
    ...(file.tree === undefined ? {} : { tree: file.tree }),
    ...(previous ? { previous } : {}),
    ...(previousReleases ? { previousReleases } : {}),
    onProgress: progressLine(process.stderr),
    onWait: tellOnce(checks.patienceMs),
  });
  await tell(options, verification);
  if (isElsewhere) {
    await print(`Not recorded: the report is about ${report.origin}.\n`);
  } else if (report) {
    changeReport(file, report, (now) => recordResults(now, verification.results, origin.href));
    await print(`Recorded in ${file.path.replace(`${root}/`, '')}.\n`);
  }
  if (options.junit !== undefined) writeJunit(options.junit, verification, root);
  return { success: !hasFailed(verification) };
}

/** What is committed is promised too; without a report, the site may be of somebody else. */
function releasesBefore(
  { previous, snapshots, snapshotsDir = 'snapshots' }: VerifyDeploymentOptions,
  at: Omit<SnapshotPlace, 'snapshotsDir'>,
  report: Report | undefined,
): PreviousReleases | undefined {
  if (snapshots === 'off') return undefined;
  const place = { ...at, snapshotsDir };
  if (previous !== undefined) return findPreviousReleases(previous, place);
  return report && committedReleases(place);
}

/** Many files wait for the same reason. */
function tellOnce(patienceMs: number): () => void {
  let isTold = false;
  return () => {
    if (isTold) return;
    isTold = true;
    void print(
      `Another build is served, or the host asks to wait: asking again for up to ${patienceMs / 1000} s.\n`,
    );
  };
}

/** A mistyped path must not turn into a check against nothing but the index. */
async function readBuiltReport(
  options: VerifyDeploymentOptions,
  file: ReportFile,
): Promise<Report | undefined> {
  try {
    return readReport(file);
  } catch (error) {
    if (!(error instanceof DeploymentError) || options.origin === undefined) throw error;
    if (options.report !== undefined) throw error;
    await print(
      `There is no report in ${options.outputDir}: the served index is checked against itself.\n`,
    );
    return undefined;
  }
}

async function tell(options: VerifyDeploymentOptions, verification: Verification): Promise<void> {
  const { githubAnnotations = process.env.GITHUB_ACTIONS === 'true' } = options;
  await print(describeVerification(verification));
  if (githubAnnotations) await print(formatCheckAnnotations(verification));
}

function writeJunit(junit: string, verification: Verification, root: string): void {
  const path = resolve(root, junit);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, junitXml(verification));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new OptionError(
      `The option "junit" received ${JSON.stringify(junit)}, to which no file can be written (${error.code}). Example: dist/verification.xml.`,
    );
  }
}

function record(options: VerifyDeploymentOptions, skill: string, root: string): string {
  const { activation: status, note, origin } = options;
  if (status === undefined) {
    throw new OptionError(
      'The option "record" needs the outcome. Example: --record write-a-skill --activation passed --note "Asked Claude Code for a new skill."',
    );
  }
  const file = reportFileOf(options, root);
  const seen = {
    skill,
    check: 'activation',
    status,
    ...(note === undefined ? {} : { note }),
  } as const;
  changeReport(file, readReport(file), (report) =>
    recordByHand(
      report,
      { ...seen, origin: parseOrigin(origin ?? report.origin, { preview: true }).href },
      new Date().toISOString(),
    ),
  );
  return `Recorded that the activation of ${skill} has ${status}.\n`;
}

function reportFileOf({ report, outputDir }: VerifyDeploymentOptions, root: string): ReportFile {
  return report === undefined
    ? reportOfTree(join(root, outputDir))
    : reportAt(resolve(root, report));
}
