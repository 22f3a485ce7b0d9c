import { join } from 'node:path';
import { OriginError } from '@nx-agent-skills/discovery';
import { type BuiltSkill, buildAndPublish, type Publication } from '@nx-agent-skills/publication';
import {
  checkSkillsTogether,
  type Finding,
  keepMemoryIn,
  saveMemory,
} from '@nx-agent-skills/skill';
import { buildId } from '../build-id';
import { describeFailure } from '../messages/describe-failure';
import { describePublication } from '../messages/describe-publication';
import { formatAnnotations } from '../messages/format-annotations';
import { print, printError } from '../messages/print';
import {
  failureSummary,
  jsonOf,
  type Summary,
  summaryOf,
  writeGithubOutputs,
} from '../messages/summary';
import { OptionError } from '../option-error';
import { type PluginOptions, skillSearchOf } from '../options';
import { publicationOptions } from '../publication-options';
import { readPrevious } from '../read-previous';
import { artifactFolderOf, recordFileOf } from '../skill-outputs';
import { BUILD_HELP, inOurNames, readBuildOptions } from './build-options';
import { lockFolder } from './lock-folder';

/** `nx-agent-skills build`: what the targets of the plugin do, in one process and without Nx. */
export async function build(args: readonly string[], folder: string): Promise<boolean> {
  const read = readBuildOptions(args, folder);
  if (read === 'help') {
    await print(BUILD_HELP);
    return true;
  }
  const { options, previous, isDryRun, isJson } = read;
  let release = () => {};
  try {
    release = lockFolder(folder, options.buildDir);
    const publication = await publishFolder(folder, options, isDryRun, previous);
    const summary = summaryOf(publication, options.outputDir);
    const text = describePublication(publication, options.outputDir, isDryRun);
    await print(isJson ? jsonOf(summary) : text);
    if (!isJson) await annotate(publication.findings);
    return isDryRun || (await handOn(summary));
  } catch (error) {
    if (error instanceof OptionError || error instanceof OriginError) {
      throw new OptionError(inOurNames(error.message));
    }
    const failure = describeFailure(error, folder);
    if (failure === undefined) throw error;
    await printError(failure);
    const refusal = failureSummary(failure, error);
    if (isJson) await print(jsonOf(refusal));
    else await annotate(refusal.findings);
    return false;
  } finally {
    release();
  }
}

async function handOn(summary: Summary): Promise<boolean> {
  try {
    writeGithubOutputs(summary);
    return true;
  } catch (error) {
    await printError(
      `The tree is published, but its outputs could not be handed on: ${error instanceof Error ? error.message : error}\n    Fix: check the file that GITHUB_OUTPUT names.`,
    );
    return false;
  }
}

async function publishFolder(
  folder: string,
  options: PluginOptions,
  isDryRun: boolean,
  previous: string | undefined,
): Promise<Publication> {
  if (buildId !== undefined) {
    const version = `${buildId}-node-${process.versions.node}`;
    keepMemoryIn(join(folder, options.buildDir, '.memory', version));
  }
  const search = skillSearchOf(options);
  const { skills, findings, excluded } = checkSkillsTogether(folder, search);
  const places = skills.map(({ path }): BuiltSkill => {
    const place = { skill: path, buildDir: options.buildDir };
    return {
      path,
      artifactFolder: join(folder, artifactFolderOf(place)),
      recordFile: join(folder, recordFileOf(place)),
    };
  });
  const { marketplace: _, ...rest } = options;
  const read = publicationOptions(folder, rest, excluded);
  const named =
    previous === undefined
      ? {}
      : { previous: await readPrevious(folder, previous, search, read, options.preview) };
  const publication = await buildAndPublish(places, findings, { ...read, ...named }, isDryRun);
  saveMemory(true);
  return publication;
}

/** On GitHub Actions, beside the lines of the pull request that they are about. */
async function annotate(findings: readonly Finding[]): Promise<void> {
  if (process.env.GITHUB_ACTIONS !== 'true' || findings.length === 0) return;
  await print(`${formatAnnotations(findings)}\n`);
}
