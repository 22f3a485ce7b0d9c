import { type ParseArgsConfig, parseArgs } from 'node:util';
import { OptionError } from '../option-error';

/** Options of a command by name: a flag, a text, or a text that may be given several times. */
export type CommandOptions = Readonly<Record<string, 'flag' | 'text' | 'texts'>>;

export interface ParsedCommand {
  isHelp: boolean;
  values: Readonly<Record<string, boolean | string | string[] | undefined>>;
  positionals: string[];
}

/**
 * Parses the arguments of a command.
 *
 * @throws OptionError for an option that there is not, or that lacks its value
 */
export function parseCommand(
  args: readonly string[],
  options: CommandOptions,
  command: string,
  allowPositionals = false,
): ParsedCommand {
  const config: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const [name, kind] of Object.entries(options)) {
    config[name] = { type: kind === 'flag' ? 'boolean' : 'string', multiple: kind === 'texts' };
  }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: config,
      allowPositionals,
    });
    const { help, ...rest } = values as ParsedCommand['values'];
    return { isHelp: help === true, values: rest, positionals };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OptionError(`${reason}\nnx-agent-skills ${command} --help lists the options.`);
  }
}
