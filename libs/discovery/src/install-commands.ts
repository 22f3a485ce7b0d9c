import type { Agent } from './agents';
import { artifactUrl, catalogueUrl, skillSourceUrl } from './artifact-url';
import {
  type BundledSkill,
  type Checker,
  curlCommand,
  type Download,
  verifiedCurlCommand,
} from './curl-commands';
import type { EntryType } from './index-schema';
import type { Origin } from './origin';
import { quoteForShell } from './quote-for-shell';
import type { Repository } from './repository';

export type InstallMethod =
  | 'skills-cli'
  | 'curl'
  | 'curl-verified'
  | 'gh'
  | 'skills-cli-git'
  | 'claude-plugin';

/** A command to paste into a POSIX shell; it installs for the current user. */
export interface InstallCommand {
  readonly method: InstallMethod;
  /** Id of the agent that it installs for. */
  readonly agent: string;
  readonly label: string;
  readonly command: string;
}

/** A published skill or bundle, in values that are already validated. */
export interface InstallTarget {
  readonly origin: Origin;
  /** The name in the index; the slug for a bundle that is not in it. */
  readonly name: string;
  readonly type: EntryType;
  /** Path in the published tree. */
  readonly artifactPath: string;
  readonly digest: string;
  readonly agents: readonly Agent[];
  /** Whether it has an index entry, without which `skills add <origin>/…` cannot find it. */
  readonly indexed: boolean;
  /** Whether an index with this entry alone is published at `publishedPath.skillIndex(name)`. */
  readonly ownIndex?: boolean;
  /** For a bundle: the skills in it. */
  readonly bundle?: { readonly skills: readonly BundledSkill[] };
  readonly repository?: Repository;
  /** The Claude plugin of the repository's marketplace that holds it. */
  readonly marketplace?: { readonly name: string; readonly plugin: string };
  /** The skill's folder in the repository, with "/"; without it `gh` looks for a folder `name`. */
  readonly repositoryPath?: string;
}

type Way = readonly [method: InstallMethod, label: string, command: string];

/**
 * Every way to install the target for each of its agents: stock client, curl, curl with a digest
 * check, and the repository-based ones when there is a repository. Source: contract, step 4, with
 * `-y` so that no command waits for an answer.
 */
export function installCommands(target: InstallTarget): InstallCommand[] {
  return target.agents.flatMap((agent) =>
    [
      ...(target.indexed ? skillsCliWays(target, agent) : []),
      ...curlWays(target, agent),
      ...(target.indexed ? repositoryWays(target, agent) : []),
      ...marketplaceWays(target, agent),
    ].map((way) => commandOf(way, agent)),
  );
}

/**
 * Every way for the first agent; for each other the shortest one, and what is for no other agent:
 * all of them would make the report of a large catalogue unreadable.
 */
export function reportedInstallCommands(target: InstallTarget): InstallCommand[] {
  const [first, ...others] = target.agents;
  if (!first) return [];
  const ways = target.indexed ? skillsCliWays : curlWays;
  return [
    ...installCommands({ ...target, agents: [first] }),
    ...others.flatMap((agent) =>
      [...ways(target, agent).slice(0, 1), ...marketplaceWays(target, agent)].map((way) =>
        commandOf(way, agent),
      ),
    ),
  ];
}

function commandOf([method, label, command]: Way, agent: Agent): InstallCommand {
  return { method, agent: agent.id, label: `${agent.label}: ${label}`, command };
}

function skillsCliWays(target: InstallTarget, agent: Agent): Way[] {
  const add = (source: string) => `skills add ${quoteForShell(source)} ${selection(target, agent)}`;
  const all = add(catalogueUrl(target.origin));
  const ways: Way[] = [
    ['skills-cli', 'skills with pnpm, through the whole catalogue', `pnpm dlx ${all}`],
    ['skills-cli', 'skills with npx, through the whole catalogue', `npx -y ${all}`],
  ];
  if (!target.ownIndex) return ways;
  const one = add(skillSourceUrl(target.origin, target.name));
  // First, because the client downloads every artifact of the index that it is given.
  return [
    ['skills-cli', 'skills with npx', `npx -y ${one}`],
    ['skills-cli', 'skills with pnpm', `pnpm dlx ${one}`],
    ...ways,
  ];
}

/** Claude Code only: the marketplace that the repository keeps. */
function marketplaceWays({ repository, marketplace }: InstallTarget, agent: Agent): Way[] {
  if (!repository || !marketplace || agent.id !== 'claude-code') return [];
  const source = quoteForShell(
    repository.isGitHub ? `${repository.owner}/${repository.name}` : `${repository.url}.git`,
  );
  const plugin = quoteForShell(`${marketplace.plugin}@${marketplace.name}`);
  const command = `claude plugin marketplace add ${source} && claude plugin install ${plugin}`;
  const isAll = marketplace.plugin === marketplace.name;
  const label = `plugin marketplace, with ${isAll ? 'all skills' : 'the whole bundle'}`;
  return [['claude-plugin', label, command]];
}

function curlWays(target: InstallTarget, agent: Agent): Way[] {
  const download: Download = {
    url: artifactUrl(target.origin, target.artifactPath),
    type: target.type,
    digest: target.digest,
    name: target.name,
    ...(target.bundle && !target.indexed ? { skills: target.bundle.skills } : {}),
  };
  const verified = (checker: Checker) => verifiedCurlCommand(download, agent, checker);
  return [
    ['curl', 'curl', curlCommand(download, agent)],
    ['curl-verified', 'curl, digest checked (Linux)', verified('sha256sum')],
    ['curl-verified', 'curl, digest checked (macOS)', verified('shasum')],
  ];
}

function repositoryWays(target: InstallTarget, agent: Agent): Way[] {
  const { repository } = target;
  if (repository === undefined) return [];
  const slug = `${repository.owner}/${repository.name}`;
  const source = quoteForShell(repository.isGitHub ? slug : `${repository.url}.git`);
  const deep = isInUsualPlace(target) ? '' : ' --full-depth';
  const command = `npx -y skills add ${source} ${selection(target, agent)}${deep}`;
  const ways: Way[] = [['skills-cli-git', 'skills from the repository', command]];
  const skill = ghArgument(target);
  if (repository.isGitHub && skill !== undefined) {
    const user = `--agent ${quoteForShell(agent.id)} --scope user`;
    ways.unshift([
      'gh',
      'GitHub CLI',
      `gh skill install ${source} ${quoteForShell(skill)} ${user}`,
    ]);
  }
  return ways;
}

function selection(target: InstallTarget, agent: Agent): string {
  return `--skill ${quoteForShell(target.name)} -a ${quoteForShell(agent.id)} -g -y`;
}

function isInUsualPlace({ name, repositoryPath }: InstallTarget): boolean {
  return repositoryPath === undefined || repositoryPath === `skills/${name}`;
}

/**
 * `gh skill install` knows skills by their folder, and finds only `skills/*` and a few more by name.
 * All others need their path, ending in SKILL.md, in which an "@" would begin a version. A path with
 * characters that nobody sees cannot be shown and pasted.
 */
function ghArgument(target: InstallTarget): string | undefined {
  if (isInUsualPlace(target)) return target.name;
  const path = target.repositoryPath;
  return path === undefined || /^-|@|\p{C}/u.test(path) ? undefined : `${path}/SKILL.md`;
}
