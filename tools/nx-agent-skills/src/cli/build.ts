import { join } from 'node:path';
import {
  type BuiltSkill,
  buildAndPublish,
  type Publication,
  PublicationError,
} from '@nx-agent-skills/publication';
import {
  checkSkillsTogether,
  type Finding,
  keepMemoryIn,
  saveMemory,
} from '@nx-agent-skills/skill';
import { buildId } from '../build-id';
import { describeFailure } from '../executors/describe-failure';
import { describePublication } from '../executors/describe-publication';
import { formatAnnotations } from '../executors/format-annotations';
import { print, printError } from '../executors/print';
import { type PluginOptions, skillSearchOf } from '../options';
import { publicationOptions } from '../publication-options';
import { artifactFolderOf, recordFileOf } from '../skill-outputs';
import { BUILD_HELP, readBuildOptions } from './build-options';
import { summaryOf, writeGithubOutputs } from './summary';

/** `nx-agent-skills build`: what the targets of the plugin do, in one process and without Nx. */
export async function build(args: readonly string[], folder: string): Promise<boolean> {
  const read = readBuildOptions(args, folder);
  if (read === 'help') {
    await print(BUILD_HELP);
    return true;
  }
  const { options, isDryRun, isJson } = read;
  try {
    const publication = await publishFolder(folder, options, isDryRun);
    const summary = summaryOf(publication, options.outputDir);
    if (!isDryRun) writeGithubOutputs(summary);
    const text = describePublication(publication, options.outputDir, isDryRun);
    await print(isJson ? `${JSON.stringify(summary, null, 2)}\n` : text);
    if (!isJson) await annotate(publication.findings);
    return true;
  } catch (error) {
    const failure = describeFailure(error, folder);
    if (failure === undefined) throw error;
    await printError(failure);
    if (error instanceof PublicationError) await annotate(error.findings);
    return false;
  }
}

async function publishFolder(
  folder: string,
  options: PluginOptions,
  isDryRun: boolean,
): Promise<Publication> {
  if (buildId !== undefined) {
    const version = `${buildId}-node-${process.versions.node}`;
    keepMemoryIn(join(folder, options.buildDir, '.memory', version));
  }
  const { skills, findings, excluded } = checkSkillsTogether(folder, skillSearchOf(options));
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
  const publication = await buildAndPublish(places, findings, read, isDryRun);
  saveMemory(true);
  return publication;
}

/** On GitHub Actions, beside the lines of the pull request that they are about. */
async function annotate(findings: readonly Finding[]): Promise<void> {
  if (process.env.GITHUB_ACTIONS !== 'true' || findings.length === 0) return;
  await print(`${formatAnnotations(findings)}\n`);
}
