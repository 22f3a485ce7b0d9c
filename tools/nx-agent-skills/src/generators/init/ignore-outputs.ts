import ignore from 'ignore';

/**
 * Adds to a .gitignore what Nx and the plugin write, unless it is ignored already.
 *
 * @param text undefined when there is no such file
 * @returns undefined when nothing is missing
 */
export function ignoreOutputs(
  text: string | undefined,
  outputs: readonly string[],
): string | undefined {
  const rules = ignore({ allowRelativePaths: true }).add(text ?? '');
  const missing = outputs.filter((output) => !rules.ignores(`${output}/x`));
  if (missing.length === 0) return undefined;
  const eol = text?.includes('\r\n') ? '\r\n' : '\n';
  const before =
    text === undefined || text === '' || text.endsWith('\n') ? (text ?? '') : `${text}${eol}`;
  return `${before}${missing.map((output) => `/${output}${eol}`).join('')}`;
}
