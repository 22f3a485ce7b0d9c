import { MARKETPLACE_FILE } from '@nx-agent-skills/discovery';
import { type PublicationOptions, publish } from '@nx-agent-skills/publication';
import { checkSkillsTogether, type SkillSearch, saveMemory } from '@nx-agent-skills/skill';
import type { ExecutorContext } from 'nx/src/devkit-exports';
import { describeFailure } from '../messages/describe-failure';
import { describePublication } from '../messages/describe-publication';
import { print, printError } from '../messages/print';
import { failureSummary, jsonOf, summaryOf } from '../messages/summary';
import { openMemory } from '../open-memory';
import { OptionError } from '../option-error';
import {
  isMarketplaceMissing,
  type PublishOptions,
  publicationOptions,
} from '../publication-options';
import { readPrevious } from '../read-previous';
import { builtSkills } from './built-skills';
import { checkGraph } from './check-graph';

/** Options of the `publish-index` executor. */
export interface PublishIndexOptions extends PublishOptions {
  /** Check everything and write nothing. */
  dryRun?: boolean;
  /** The publication to compare with, for the change log in the report. */
  previous?: string;
  /** Print the result for programs. */
  json?: boolean;
  /** Why the plugin options are invalid, when they are. */
  fault?: string;
}

/** Publishes all skills of the workspace as one verified tree. */
export default async function publishIndex(
  options: PublishIndexOptions,
  context: ExecutorContext,
): Promise<{ success: boolean }> {
  try {
    openMemory();
    const description = await publishSkills(options, context);
    saveMemory(true);
    await print(description);
    return { success: true };
  } catch (error) {
    const failure = describeFailure(error, context.root);
    if (failure === undefined) throw error;
    await printError(failure);
    if (options.json) await print(jsonOf(failureSummary(failure, error)));
    return { success: false };
  }
}

async function publishSkills(
  options: PublishIndexOptions,
  context: ExecutorContext,
): Promise<string> {
  if (options.fault !== undefined) throw new OptionError(options.fault);
  const search = searchOf(options);
  const together = checkSkillsTogether(context.root, search);
  const read = publicationOptions(context.root, options, together.excluded);
  const previous = await previousOf(options, search, read, context.root);
  const built = builtSkills(context.projectGraph, context.root);
  checkGraph(built, together.skills);
  const dryRun = options.dryRun === true || process.env.NX_DRY_RUN === 'true';
  const publication = publish(built, together.findings, { ...read, ...previous }, dryRun);
  if (options.json) return jsonOf(summaryOf(publication, options.outputDir));
  const description = describePublication(publication, options.outputDir, dryRun);
  return isMarketplaceMissing(context.root, options)
    ? `${MISSING_MARKETPLACE}${description}`
    : description;
}

function searchOf({ roots, exclude, outputDir, buildDir, snapshotsDir }: PublishIndexOptions) {
  const outputs = [outputDir, buildDir, ...(snapshotsDir === undefined ? [] : [snapshotsDir])];
  return { roots, exclude, outputs };
}

async function previousOf(
  { previous, preview }: PublishIndexOptions,
  search: SkillSearch,
  read: PublicationOptions,
  root: string,
): Promise<Pick<PublicationOptions, 'previous'>> {
  if (previous === undefined) return {};
  return { previous: await readPrevious(root, previous, search, read, preview) };
}

const MISSING_MARKETPLACE = `The option "marketplace" is set, but there is no ${MARKETPLACE_FILE}: its install commands are left out.\n    Fix: run nx sync, and commit the file.\n`;
