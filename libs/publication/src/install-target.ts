import type {
  Agent,
  BundledSkill,
  EntryType,
  InstallTarget,
  Origin,
  Repository,
} from '@nx-agent-skills/discovery';
import { findSkills, type Shape } from '@nx-agent-skills/skill';

/** What is common to all skills of a publication. */
export interface InstallContext {
  readonly origin: Origin;
  readonly agents: readonly Agent[];
  readonly repository?: Repository;
  /** The names of all published skills by folder in the source tree. */
  readonly names: ReadonlyMap<string, string>;
}

/** What install commands need to know of a published skill. */
export interface InstallableSkill {
  readonly name: string;
  /** The folder in the source tree. */
  readonly path: string;
  readonly shape: Shape;
  readonly type: EntryType;
  /** Path in the published tree. */
  readonly artifactPath: string;
  readonly digest: string;
  readonly indexed: boolean;
  /** The plugin of the repository's Claude marketplace that holds it. */
  readonly marketplace?: { readonly name: string; readonly plugin: string };
  readonly files: readonly { readonly path: string }[];
}

/** What `installCommands` takes for a skill of a publication. */
export function installTarget(skill: InstallableSkill, context: InstallContext): InstallTarget {
  const { name, type, artifactPath, digest, indexed, marketplace } = skill;
  const { origin, agents, repository } = context;
  return {
    origin,
    name,
    type,
    artifactPath,
    digest,
    agents,
    indexed,
    ownIndex: indexed,
    repositoryPath: skill.path,
    ...(skill.shape === 'bundle' ? { bundle: { skills: nestedSkills(skill, context) } } : {}),
    ...(repository ? { repository } : {}),
    ...(marketplace ? { marketplace } : {}),
  };
}

/** The skills in a bundle, as its archive has them; a template inside a skill is none of them. */
function nestedSkills(
  { path, files }: InstallableSkill,
  { names }: InstallContext,
): BundledSkill[] {
  const skillMds = files.map((file) => file.path).filter((file) => /\/SKILL\.md$/.test(file));
  const { skills } = findSkills(skillMds, { roots: ['skills'], exclude: [] });
  return skills
    .filter(({ hasSkillMd }) => hasSkillMd)
    .map(({ path: folder }) => ({
      folder,
      name: names.get(`${path}/${folder}`) ?? folder.slice(folder.lastIndexOf('/') + 1),
    }));
}

/** The names of skills by their folder in the source tree. */
export function namesByFolder(
  skills: readonly Pick<InstallableSkill, 'name' | 'path'>[],
): Map<string, string> {
  return new Map(skills.map(({ path, name }) => [path, name]));
}
