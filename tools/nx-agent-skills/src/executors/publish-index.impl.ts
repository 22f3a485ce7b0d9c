import { MARKETPLACE_FILE } from '@nx-agent-skills/discovery';
import { publish } from '@nx-agent-skills/publication';
import { checkSkillsTogether, saveMemory } from '@nx-agent-skills/skill';
import type { ExecutorContext } from 'nx/src/devkit-exports';
import { describeFailure } from '../messages/describe-failure';
import { describePublication } from '../messages/describe-publication';
import { print, printError } from '../messages/print';
import { openMemory } from '../open-memory';
import { OptionError } from '../option-error';
import {
  isMarketplaceMissing,
  type PublishOptions,
  publicationOptions,
} from '../publication-options';
import { builtSkills } from './built-skills';
import { checkGraph } from './check-graph';

/** Options of the `publish-index` executor. */
export interface PublishIndexOptions extends PublishOptions {
  /** Check everything and write nothing. */
  dryRun?: boolean;
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
    const description = publishSkills(options, context);
    saveMemory(true);
    await print(description);
    return { success: true };
  } catch (error) {
    const failure = describeFailure(error, context.root);
    if (failure === undefined) throw error;
    await printError(failure);
    return { success: false };
  }
}

function publishSkills(options: PublishIndexOptions, context: ExecutorContext): string {
  if (options.fault !== undefined) throw new OptionError(options.fault);
  const together = checkSkillsTogether(context.root, {
    roots: options.roots,
    exclude: options.exclude,
    outputs: [
      options.outputDir,
      options.buildDir,
      ...(options.snapshotsDir === undefined ? [] : [options.snapshotsDir]),
    ],
  });
  const read = publicationOptions(context.root, options, together.excluded);
  const built = builtSkills(context.projectGraph, context.root);
  checkGraph(built, together.skills);
  const dryRun = options.dryRun === true || process.env.NX_DRY_RUN === 'true';
  const publication = publish(built, together.findings, read, dryRun);
  const description = describePublication(publication, options.outputDir, dryRun);
  return isMarketplaceMissing(context.root, options)
    ? `${MISSING_MARKETPLACE}${description}`
    : description;
}

const MISSING_MARKETPLACE = `The option "marketplace" is set, but there is no ${MARKETPLACE_FILE}: its install commands are left out.\n    Fix: run nx sync, and commit the file.\n`;
