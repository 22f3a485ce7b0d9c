import { z } from 'zod';
import { findingSchema } from './finding-schema';
import { digestSchema } from './recorded-file';

/** What the `archive` target says of the artifact that it wrote. */
export const statementSchema = z.strictObject({
  digest: digestSchema,
  size: z.int(),
  zip: z.strictObject({ digest: digestSchema, size: z.int() }).exactOptional(),
  findings: z.array(findingSchema),
});

export type ArtifactStatement = z.infer<typeof statementSchema>;
