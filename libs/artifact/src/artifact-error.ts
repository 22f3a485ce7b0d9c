export type ArtifactErrorCode =
  | 'artifact/missing'
  | 'artifact/digest-mismatch'
  | 'artifact/damaged'
  | 'artifact/record';

/** An artifact or a record on disk that is not what the build wrote. */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';

  /**
   * @param code what is wrong
   * @param file the file or folder
   * @param reason ends the sentence "<file>: …"
   */
  constructor(
    readonly code: ArtifactErrorCode,
    readonly file: string,
    reason: string,
  ) {
    super(
      `${file}: ${reason} (${code}).\n    Fix: build the skill again, with --skip-nx-cache if Nx restored it from a cache.`,
    );
  }
}
