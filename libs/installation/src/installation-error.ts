export type InstallationErrorCode =
  | 'installation/source'
  | 'installation/no-lock'
  | 'installation/lock'
  | 'installation/request'
  | 'installation/missing'
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
  | 'installation/state'
  | 'installation/in-the-way';

/** Why nothing was locked or installed. No lock and no folder of an agent has changed. */
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
