export type Severity = 'error' | 'warning';

/** One rule that a skill is held to. Checks, messages and reports all take their words from here. */
export interface Rule {
  severity: Severity;
  /**
   * Whether an error may be turned down by the publisher. Without it, a violation would publish
   * something broken or unsafe, or keep a build from being repeated.
   */
  relaxable?: boolean;
  /** What is wrong, in a sentence. */
  what: string;
  /** What happens to people who install such a skill. */
  why: string;
  /** What the author can do. */
  fix: string;
}
