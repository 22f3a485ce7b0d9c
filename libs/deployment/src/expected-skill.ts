import type { EntryType } from '@nx-agent-skills/discovery';
import type { FileKind } from './diagnose-headers';

/** A file of a skill, as it is installed. */
export interface ExpectedFile {
  path: string;
  digest: string;
}

/** A file that should be served. */
export interface ExpectedPart {
  /** Where it is requested. */
  url: string;
  kind: FileKind;
  digest: string;
  /** In bytes; known from the report. */
  size?: number;
  /** The bytes that were built, when the tree is at hand. */
  built?: () => Buffer | undefined;
}

/** A skill that should be served, as the report or the served index promises it. */
export interface ExpectedSkill {
  name: string;
  description: string;
  type: EntryType;
  /** Whether the index has an entry for it, without which no client can install it. */
  indexed: boolean;
  /** The file that clients download, and what lies beside it. */
  parts: readonly [ExpectedPart, ...ExpectedPart[]];
  /** Known from the report, else from what is served. */
  files?: readonly ExpectedFile[];
}
