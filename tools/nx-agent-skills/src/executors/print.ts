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

function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.write(text, () => resolve());
  });
}
