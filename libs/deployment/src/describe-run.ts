import { TIME_IS_UP } from './check-result';
import { printable } from './diagnosis';
import type { CommandRun } from './run-command';
import { withoutColours } from './without-colours';

/**
 * Why a command could not be started; undefined when it was.
 *
 * @param who the subject of the sentence, such as "The client"
 */
export function startFault({ stopped, output }: CommandRun, who: string): string | undefined {
  if (stopped === 'missing') return `${who} was not found.`;
  if (stopped === 'not-started') return `${who} could not be started: ${printable(output)}.`;
  return undefined;
}

/** Why a command that was started was not let come to its end; undefined when it was. */
export function interruption({ stopped }: CommandRun, who: string): string | undefined {
  if (stopped === 'aborted') return TIME_IS_UP;
  if (stopped === 'interrupted') return `${who} was ended by a signal from outside.`;
  return undefined;
}

/** How a command that was started ended otherwise than well; undefined when it ended well. */
export function endFault({ stopped, exitCode }: CommandRun, timeoutMs: number): string | undefined {
  if (stopped === 'timeout') return `it did not end within ${timeoutMs} ms`;
  if (exitCode === null) return 'it was ended by a signal';
  return exitCode === 0 ? undefined : `exit code ${exitCode}`;
}

/** The end of what a command has said, without colours, on one line. */
export function lastLines(output: string, count = 3): string {
  const lines = withoutColours(output)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  return printable(lines.slice(-count).join(' / ').slice(-400)) || 'nothing';
}
