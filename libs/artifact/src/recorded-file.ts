import { z } from 'zod';
import type { ArchiveMember } from './archive-member';
import { type Digest, digestOf } from './digest';

export const digestSchema = z.custom<Digest>((value) =>
  /^sha256:[0-9a-f]{64}$/.test(String(value)),
);

export const recordedFileSchema = z.strictObject({
  path: z.string(),
  mode: z.enum(['0644', '0755']),
  size: z.int(),
  digest: digestSchema,
});

/** A file of an artifact, without its content. */
export type RecordedFile = z.infer<typeof recordedFileSchema>;

/** Describes the members of an archive, in their order. */
export function describeFiles(members: readonly ArchiveMember[]): RecordedFile[] {
  return members.map(({ path, mode, bytes }) => ({
    path,
    mode: mode === 0o755 ? '0755' : '0644',
    size: bytes.length,
    digest: digestOf(bytes),
  }));
}
