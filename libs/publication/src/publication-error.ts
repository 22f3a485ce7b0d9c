import { type Finding, formatFindings } from '@nx-agent-skills/skill';

export type PublicationErrorCode =
  | 'publication/refused'
  | 'publication/output-folder'
  | 'publication/stale-artifact'
  | 'publication/verification'
  | 'publication/snapshot'
  | 'publication/git'
  | 'publication/previous'
  | 'publication/removed';

/** Why nothing was published. The tree of the earlier publication is untouched. */
export class PublicationError extends Error {
  override readonly name = 'PublicationError';

  constructor(
    readonly code: PublicationErrorCode,
    message: string,
    /** The findings behind `publication/refused`. */
    readonly findings: readonly Finding[] = [],
  ) {
    super(
      [`${code}: ${message}`, ...(findings.length > 0 ? [formatFindings(findings)] : [])].join(
        '\n',
      ),
    );
  }
}
