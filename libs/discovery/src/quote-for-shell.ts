/** A value that no quoting makes safe to paste into a terminal. */
export class ShellQuoteError extends Error {
  override readonly name = 'ShellQuoteError';
  readonly code = 'shell/control-character';

  constructor(readonly received: string) {
    super(`shell/control-character: ${JSON.stringify(received)} cannot stand in a command`);
  }
}

/**
 * One word for a POSIX shell that means exactly `value`: unchanged when every character is harmless,
 * else in single quotes. A leading `~` or `=` is quoted, since shells expand it there.
 *
 * @throws ShellQuoteError for control characters, on which a terminal acts before any shell does
 */
export function quoteForShell(value: string): string {
  if (/[\u0000-\u001f\u007f-\u009f]/.test(value)) throw new ShellQuoteError(value);
  if (/^[A-Za-z0-9@%+:,./_-][A-Za-z0-9@%+=:,./_~-]*$/.test(value)) return value;
  return `'${value.replaceAll("'", "'\\''")}'`;
}
