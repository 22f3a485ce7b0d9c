import { createHash } from 'node:crypto';

/** `sha256:` and 64 lower-case hex digits (Agent Skills Discovery 0.2.0, "digest"). */
export type Digest = `sha256:${string}`;

/** The digest of exactly these bytes. */
export function digestOf(bytes: Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
