import { AGENTS, type Agent, findAgent } from '@nx-agent-skills/discovery';
import { OptionError } from './option-error';

/**
 * The agent with this id.
 *
 * @throws OptionError that names the option and all known ids
 */
export function agentOf(id: string, option = 'agents'): Agent {
  const agent = findAgent(id);
  if (agent) return agent;
  const known = AGENTS.map((each) => each.id).join(', ');
  throw new OptionError(
    `The option "${option}" names "${id}", which is not known. Known agents: ${known}.`,
  );
}
