import type { Digest } from '@nx-agent-skills/skill';
import type { z } from 'zod';
import { lazySchema } from './lazy-schema';

export const digestSchema = lazySchema((z) =>
  z.custom<Digest>((value) => /^sha256:[0-9a-f]{64}$/.test(String(value))),
);

export const recordedFileSchema = lazySchema((z) =>
  z.strictObject({
    path: z.string(),
    mode: z.enum(['0644', '0755']),
    size: z.int(),
    digest: digestSchema(),
  }),
);

/** A file of an artifact, without its content. */
export type RecordedFile = z.infer<ReturnType<typeof recordedFileSchema>>;
