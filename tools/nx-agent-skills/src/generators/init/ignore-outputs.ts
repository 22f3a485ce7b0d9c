import ignore from 'ignore';

/**
 * Adds to a .gitignore what Nx and the plugin write, unless it is ignored already. Every byte that
 * is there stays, in whatever encoding.
 *
 * @param before undefined when there is no such file
 * @returns undefined when nothing is missing
 */
export function ignoreOutputs(
  before: Buffer | undefined,
  outputs: readonly string[],
): Buffer | undefined {
  // One character for each byte; names are compared in the same form.
  const text = before?.toString('latin1') ?? '';
  const rules = ignore({ allowRelativePaths: true }).add(text);
  const missing = outputs.map(toBytes).filter((output) => !rules.ignores(`${output}/x`));
  if (missing.length === 0) return undefined;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const whole = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
  const lines = missing.map((output) => `/${literal(output)}${eol}`);
  return Buffer.from(`${whole}${lines.join('')}`, 'latin1');
}

const toBytes = (path: string) => Buffer.from(path, 'utf8').toString('latin1');

/** A path in which nothing is a pattern. */
const literal = (path: string) => path.replace(/[\\*?[\]!# ]/g, '\\$&');
