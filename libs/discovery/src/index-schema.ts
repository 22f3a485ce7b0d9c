import { z } from 'zod';

/** The value of `$schema`; the stock client ignores an index with any other. */
export const DISCOVERY_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** Clients count UTF-16 units; zod's `max` counts code points and would let longer texts through. */
const fitsClients = (description: string): boolean => description.length <= 1024;

/**
 * The shape of the index (discovery RFC 0.2.0, and what the stock client checks before it silently
 * drops an entry). Rules that need the origin or other entries are in `indexProblems`.
 */
export const indexSchema = z.strictObject({
  $schema: z.literal(DISCOVERY_SCHEMA),
  skills: z.array(
    z.strictObject({
      name: z
        .string()
        .max(64)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      type: z.enum(['skill-md', 'archive']),
      description: z.string().regex(/\S/).refine(fitsClients),
      url: z.string(),
      digest: z.string().regex(/^sha256:[a-f0-9]{64}$/),
    }),
  ),
});

/** One skill or bundle of the index. */
export type IndexEntry = z.infer<typeof indexSchema>['skills'][number];
export type EntryType = IndexEntry['type'];
export type DiscoveryIndex = z.infer<typeof indexSchema>;
