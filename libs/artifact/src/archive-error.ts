/** What an archive does that an archive of ours never does. */
export type ArchiveErrorCode =
  | 'archive/gzip'
  | 'archive/zip'
  | 'archive/deflate'
  | 'archive/too-large'
  | 'archive/too-many'
  | 'archive/header'
  | 'archive/order'
  | 'archive/path'
  | 'archive/truncated'
  | 'archive/trailing';

/** An archive that is outside the plain subset that we write. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';

  constructor(
    readonly code: ArchiveErrorCode,
    message: string,
  ) {
    super(message);
  }
}
