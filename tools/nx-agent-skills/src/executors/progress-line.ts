import type { WriteStream } from 'node:tty';
import type { Progress } from '@nx-agent-skills/deployment';

/**
 * Shows how far a run is on one line of a terminal; elsewhere nothing is shown.
 *
 * @returns what to call with every step
 */
export function progressLine(
  stream: Pick<WriteStream, 'write' | 'isTTY'>,
): (progress: Progress) => void {
  if (!stream.isTTY) return () => undefined;
  return ({ what, done, total, failed }) => {
    const failures = failed === 0 ? '' : `, ${failed} with failures`;
    const end = done === total ? '\n' : '';
    stream.write(`\r\u001b[2K${what}: ${done} of ${total} checked${failures}${end}`);
  };
}
