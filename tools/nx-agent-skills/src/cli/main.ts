import { version } from '../../package.json';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';
import { build } from './build';
import { install } from './install';
import { lock } from './lock';
import { snapshot } from './snapshot';
import { update } from './update';
import { verify } from './verify';

/** Takes the arguments after its name, and tells whether all is well. */
type Command = (args: readonly string[], folder: string) => Promise<boolean>;

const COMMANDS: Readonly<Record<string, Command>> = {
  build,
  snapshot,
  'verify-tree': verify,
  lock,
  install,
  update,
};

const HELP = `Publishes agent skills without Nx, and installs them. Usage: nx-agent-skills <command> [options]

  build          build all skills and publish them as one verified tree
  snapshot       freeze the published tree as a version, with urls that stay
  verify-tree    check a tree on disk, such as the one that is about to be uploaded

  lock           write down which skills of an origin a project uses, to the byte
  install        install exactly what is locked into the folders of agents
  update         show what has changed at the origin since

nx-agent-skills <command> --help tells more, nx-agent-skills --version the version.
`;

/** Runs the command line. The exit code is 1 when something is refused, and 2 for wrong usage. */
async function main([name = '--help', ...args]: readonly string[]): Promise<number> {
  if (name === '--version') return say(`${version}\n`);
  if (name === '--help' || name === 'help') return say(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    await printError(`There is no command "${name}".\n\n${HELP}`);
    return 2;
  }
  try {
    return (await command(args, process.cwd())) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    await printError(error.message);
    return 2;
  }
}

async function say(text: string): Promise<number> {
  await print(text);
  return 0;
}

// Whoever reads the output may stop reading; what was to be done is done all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
