export type MarketplaceErrorCode =
  | 'marketplace/not-json'
  | 'marketplace/wrong-shape'
  | 'marketplace/bad-plugin-name'
  | 'marketplace/name-taken';

/** What is wrong with a marketplace manifest, or with what would be written into it. */
export interface MarketplaceFault {
  /** Relative to the workspace. */
  file: string;
  /** Where in the file, such as `plugins[2].name`. */
  field?: string;
  /** What stood there. */
  received: string;
  reason: string;
  fix: string;
}

/** A marketplace manifest that is not written. All of the fault is part of the message. */
export class MarketplaceError extends Error {
  override readonly name = 'MarketplaceError';

  constructor(
    readonly code: MarketplaceErrorCode,
    readonly fault: MarketplaceFault,
  ) {
    const { file, field, received, reason, fix } = fault;
    const place = field === undefined ? file : `${file}, ${field}`;
    super(`${place}: ${reason}. Received: ${received} (${code})\n    Fix: ${fix}`);
  }
}
