import type { Agent } from '@nx-agent-skills/discovery';

/** How real installs are made. */
export interface InstallOptions {
  /** The client as an argument array; `add <url> …` is put after it. */
  client: readonly string[];
  /** The agent that it installs for. */
  agent: Agent;
  /** For one install, in milliseconds. */
  timeoutMs: number;
  /** Whether the publisher asks for installs also of skills that may be another's. */
  isAskedFor?: boolean;
}

/** How it is found out whether an agent uses a skill. */
export interface ProbeOptions {
  /**
   * An argument array, without a shell. {name}, {description} and {folder} are replaced; a value
   * must not make an option of its argument.
   */
  command: readonly string[];
  /** A regular expression that the output has to match. */
  pattern?: RegExp;
  /** In milliseconds. */
  timeoutMs: number;
  /** Names of variables that the agent needs, such as those of a login. Their values are not recorded. */
  env: readonly string[];
}

/** The client that most people use, in the version that the trees are tested with. */
export const DEFAULT_CLIENT: readonly string[] = ['npx', '-y', 'skills@1.7.4'];

/** What that client needs. */
const CLIENT_NODE = [22, 20] as const;

/**
 * Why a client cannot be run here; undefined when it can, as far as is known.
 *
 * @param version of the running Node, such as 22.20.0
 */
export function clientFault(client: readonly string[], version: string): string | undefined {
  if (client.join(' ') !== DEFAULT_CLIENT.join(' ')) return undefined;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = CLIENT_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `The client ${client.at(-1)} needs Node ${CLIENT_NODE.join('.')} or later; this is ${version}.`;
}
