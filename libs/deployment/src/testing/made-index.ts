import { digestOf } from '@nx-agent-skills/artifact';
import { type Answer, send } from './fault-host';

export const BASE = '/.well-known/agent-skills/';
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** A valid SKILL.md. */
export const skillMd = (name: string) =>
  Buffer.from(`---\nname: ${name}\ndescription: Does ${name}.\n---\n\n# ${name}\n`);

/** An entry as other tools write it, with a path in place of a URL. */
export function entry(
  name: string,
  bytes: Buffer,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    name,
    type: 'skill-md',
    description: `Does ${name}.`,
    url: `${BASE}${name}/SKILL.md`,
    digest: digestOf(bytes),
    ...change,
  };
}

export const indexText = (skills: readonly unknown[]) =>
  `${JSON.stringify({ $schema: SCHEMA, skills }, null, 2)}\n`;

/** An index, served as it should be. */
export const sendIndex = (skills: readonly unknown[]): Answer =>
  send(indexText(skills), { 'content-type': 'application/json' });

/** A SKILL.md, served as it should be. */
export const sendSkillMd = (bytes: Buffer): Answer =>
  send(bytes, { 'content-type': 'text/markdown; charset=utf-8' });
