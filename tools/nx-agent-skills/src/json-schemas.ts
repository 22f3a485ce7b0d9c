import { reportJsonSchema } from '@nx-agent-skills/publication';
import { z } from 'zod';
import { optionsSchema } from './options';

/** The JSON schemas that ship with the package, by file name in `schemas/`, as text. */
export function jsonSchemas(): Record<string, string> {
  const options = z.toJSONSchema(optionsSchema, { io: 'input' });
  return {
    'options.json': `${JSON.stringify({ title: 'Options of nx-agent-skills/plugin', ...options }, null, 2)}\n`,
    'report.json': reportJsonSchema(),
  };
}
