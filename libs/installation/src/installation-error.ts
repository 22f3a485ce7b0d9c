export type InstallationErrorCode =
  | 'installation/source'
  | 'installation/no-lock'
  | 'installation/lock'
  | 'installation/lock-place'
  | 'installation/request'
  | 'installation/missing'
  | 'installation/no-index'
  | 'installation/index'
  | 'installation/versions'
  | 'installation/chain'
  | 'installation/unknown-version'
  | 'installation/unknown-skill'
  | 'installation/which-origin'
  | 'installation/two-origins'
  | 'installation/release-changed'
  | 'installation/digest'
  | 'installation/refused'
  | 'installation/too-large'
  | 'installation/folder'
  | 'installation/busy'
  | 'installation/cannot-move'
  | 'installation/not-restored'
  | 'installation/state'
  | 'installation/in-the-way';

/** Why nothing was locked or installed. Unless it says so, no lock and no folder of an agent has changed. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError';

  constructor(
    readonly code: InstallationErrorCode,
    message: string,
    readonly fix: string,
  ) {
    super(`${code}: ${message}\n    Fix: ${fix}`);
  }
}
