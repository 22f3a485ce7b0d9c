import { digestOf } from '@nx-agent-skills/skill';
import type { ArchiveMember } from './archive-member';
import type { RecordedFile } from './recorded-file';

/** Describes the members of an archive, in their order. */
export function describeFiles(members: readonly ArchiveMember[]): RecordedFile[] {
  return members.map(({ path, mode, bytes }) => ({
    path,
    mode: mode === 0o755 ? '0755' : '0644',
    size: bytes.length,
    digest: digestOf(bytes),
  }));
}
