import type { z } from 'zod';
import { findingSchema } from './finding-schema';
import { lazySchema } from './lazy-schema';
import { digestSchema, recordedFileSchema } from './recorded-file';

export const recordSchema = lazySchema((z) =>
  z.strictObject({
    format: z.literal(1),
    /** The skill's folder, relative to the workspace. */
    path: z.string(),
    shape: z.enum(['single-file', 'multi-file', 'bundle']),
    type: z.enum(['skill-md', 'archive']),
    /** Null for a bundle without a SKILL.md of its own. */
    name: z.string().nullable(),
    description: z.string().nullable(),
    /** As the frontmatter has them; they have no effect on anything. */
    version: z.string().exactOptional(),
    license: z.string().exactOptional(),
    digest: digestSchema(),
    size: z.int(),
    /** The same files as a zip. */
    zip: z.strictObject({ digest: digestSchema(), size: z.int() }).exactOptional(),
    files: z.array(recordedFileSchema()),
    findings: z.array(findingSchema()),
  }),
);

/** All that is known of a skill's artifact, whatever the origin that it is published at. */
export type SkillRecord = z.infer<ReturnType<typeof recordSchema>>;
