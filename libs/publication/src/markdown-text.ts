import { escapeHidden } from '@nx-agent-skills/skill';

/** Text as a code span that nothing in it can end. */
export function code(value: string): string {
  const line = escapeHidden(value).replaceAll('\n', ' ');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** Text as a block of shell commands that nothing in it can end. */
export function codeBlock(value: string): string {
  const longest = Math.max(2, ...(value.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${escapeHidden(value)}\n${fence}`;
}

/**
 * Text with all that Markdown or HTML would act on escaped, on one line. Some characters act at the
 * beginning of a line only, and some are left as they are for those who read the file as it is.
 */
export function text(value: string): string {
  return escapeHidden(value)
    .replace(/\s*\n\s*/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#!|~&$@]/g, '\\$&')
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}
