import { type Finding, RULES, type RuleCode } from '@nx-agent-skills/skill';
import type { z } from 'zod';
import { lazySchema } from './lazy-schema';

/** A finding as it is kept in JSON files. */
export const findingSchema = lazySchema(
  (z): z.ZodType<Finding> =>
    z.strictObject({
      code: z.enum(Object.keys(RULES) as [RuleCode, ...RuleCode[]]),
      severity: z.enum(['error', 'warning']),
      file: z.string(),
      line: z.int().exactOptional(),
      column: z.int().exactOptional(),
      field: z.string().exactOptional(),
      received: z.string().exactOptional(),
      message: z.string(),
      fix: z.string(),
    }),
);

export const findingsSchema = lazySchema((z) => z.array(findingSchema()));
