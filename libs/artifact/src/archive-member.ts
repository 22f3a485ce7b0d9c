import { compareBytes, MAX_SKILL_FILES } from '@nx-agent-skills/skill';
import { ArchiveError } from './archive-error';
import { archivePathFault } from './archive-path';
import { type FileMode, fileModeOf } from './file-mode';

/** A file as it lies in an archive. */
export interface ArchiveMember {
  path: string;
  mode: FileMode;
  bytes: Buffer;
}

/** @throws ArchiveError `archive/path` for a path that is not safe to unpack everywhere */
export function checkMemberPath(path: string): void {
  const fault = archivePathFault(path);
  if (fault) throw new ArchiveError('archive/path', `The path ${JSON.stringify(path)} ${fault}.`);
}

/** @throws ArchiveError `archive/header` unless the mode is the one that the content asks for */
export function checkMemberMode({ path, mode, bytes }: ArchiveMember): void {
  if (mode !== fileModeOf(bytes)) throw headerError(path);
}

/**
 * @param before the members so far
 * @throws ArchiveError unless the next one comes after them and there may be one more
 */
export function checkMemberOrder(before: readonly ArchiveMember[], path: string): void {
  if (before.length >= MAX_SKILL_FILES) {
    throw new ArchiveError(
      'archive/too-many',
      `The archive has more than ${MAX_SKILL_FILES} files.`,
    );
  }
  const last = before.at(-1);
  if (!last || compareBytes(last.path, path) < 0) return;
  throw new ArchiveError(
    'archive/order',
    `The entry ${JSON.stringify(path)} stands after ${JSON.stringify(last.path)}; entries are sorted and unique.`,
  );
}

/** The error of an entry that says anything but what we write. */
export function headerError(path: string): ArchiveError {
  return new ArchiveError(
    'archive/header',
    `The entry ${JSON.stringify(path)} is not a plain file with the mode that its content asks for, owner 0 and time 0.`,
  );
}
