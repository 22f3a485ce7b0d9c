import { setTimeout as pause } from 'node:timers/promises';

/** More than this may still lie between the two processes when all is written, in characters. */
const SAFE_LENGTH = 32 * 1024;

/**
 * Writes to standard output and waits until it is written: Nx ends the process when an executor
 * returns, and what is still on its way would be lost.
 */
export function print(text: string): Promise<void> {
  return written(process.stdout, text);
}

/** `print` for standard error. */
export function printError(text: string): Promise<void> {
  return written(process.stderr, text.endsWith('\n') ? text : `${text}\n`);
}

async function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write(text, () => resolve());
  });
  // Nx stops reading when this process ends, and nothing tells how far it has read.
  if (text.length > SAFE_LENGTH) await pause(Math.min(1_000, text.length / 128));
}
