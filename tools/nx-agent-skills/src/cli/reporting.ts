import { describeFailure } from '../messages/describe-failure';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';

/** A result for people and for programs. */
interface Reported {
  text: string;
  json: unknown;
  /** Whether all is well. Default: it is. */
  success?: boolean;
}

/**
 * Runs a task and prints what has come of it; an error that somebody can mend as well.
 *
 * @param what has not come to pass, for errors of the system
 * @throws OptionError, and faults of our own
 */
export async function reporting(
  what: string,
  folder: string,
  isJson: boolean,
  task: () => Promise<Reported>,
): Promise<boolean> {
  try {
    const { text, json, success = true } = await task();
    await print(isJson ? jsonOf(json) : text);
    return success;
  } catch (error) {
    if (error instanceof OptionError) throw error;
    const failure = describeFailure(error, folder, what);
    if (failure === undefined) throw error;
    await printError(failure);
    if (isJson) await print(jsonOf({ error: failure }));
    return false;
  }
}

const jsonOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
