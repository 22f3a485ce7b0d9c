import { createHash } from 'node:crypto';

/** The options of every target that builds something of one skill. */
export interface SkillOptions {
  /** The skill's folder, relative to the workspace: the root of the project. */
  skill: string;
  /** The folder of all artifacts and records, relative to the workspace. */
  buildDir: string;
}

/** Where the artifact of a skill goes, relative to the workspace; a folder of its own. */
export const artifactFolderOf = (options: SkillOptions) => `${buildFolderOf(options)}/artifact`;

/** Where the record of a skill goes, relative to the workspace; a folder of its own. */
export const recordFolderOf = (options: SkillOptions) => `${buildFolderOf(options)}/record`;

/** The file of the record. */
export const recordFileOf = (options: SkillOptions) => `${recordFolderOf(options)}/record.json`;

const buildFolderOf = ({ skill, buildDir }: SkillOptions) => `${buildDir}/${folderNameOf(skill)}`;

/** A folder name for a skill: readable, unique, and free of characters that Nx takes for patterns. */
export function folderNameOf(skill: string): string {
  const last = skill.slice(skill.lastIndexOf('/') + 1);
  const readable = last.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 64);
  return `${readable}-${createHash('sha256').update(skill).digest('hex').slice(0, 16)}`;
}

/** Whether a folder of outputs lies in the workspace and belongs to no tool. */
export function isOutputPath(path: string): boolean {
  return (
    path !== '' &&
    !/[\u0000-\u001f\u007f]/.test(path) &&
    !/^(\/|[A-Za-z]:)|\\|(^|\/)\.\.(\/|$)/.test(path) &&
    !/^(\.\/*)+$|(^|\/)(\.git|node_modules)(\/|$)/.test(path)
  );
}

/**
 * Why the options of a task are not those of its project; undefined when they are. A project.json
 * may change options, and these say which folders are read and emptied.
 *
 * @param projectRoot the root of the task's project, relative to the workspace
 */
export function skillOptionsFault(
  { skill, buildDir }: SkillOptions,
  projectRoot: string | undefined,
): string | undefined {
  if (skill !== projectRoot) {
    return `The option "skill" is ${JSON.stringify(skill)}, the project lies in ${JSON.stringify(projectRoot)}.\n    Fix: remove the option from the project.json or package.json of the skill.`;
  }
  if (isOutputPath(buildDir)) return undefined;
  return `The option "buildDir" is ${JSON.stringify(buildDir)}, which is no folder for outputs inside the workspace.\n    Fix: set it in nx.json to a folder such as dist/agent-skills-build.`;
}
