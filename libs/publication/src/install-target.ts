import type {
  Agent,
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
    ...(skill.shape === 'bundle' ? { bundle: { skillFolders: nestedSkills(skill) } } : {}),
    ...(repository ? { repository } : {}),
    ...(marketplace ? { marketplace } : {}),
  };
}

/** The skills in a bundle, as its archive has them; a template inside a skill is none of them. */
function nestedSkills({ files }: InstallableSkill): string[] {
  const skillMds = files.map(({ path }) => path).filter((path) => /\/SKILL\.md$/.test(path));
  const { skills } = findSkills(skillMds, { roots: ['skills'], exclude: [] });
  return skills.filter(({ hasSkillMd }) => hasSkillMd).map(({ path }) => path);
}
