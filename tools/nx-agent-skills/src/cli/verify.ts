import { resolve } from 'node:path';
import { verifyTree } from '@nx-agent-skills/publication';
import { describeFailure } from '../messages/describe-failure';
import { print, printError } from '../messages/print';
import { OptionError } from '../option-error';
import { parseCommand } from './parse-command';

const HELP = `Checks a tree on disk: the index, every digest, every archive, the report, and that nothing lies
beside. Usage: nx-agent-skills verify-tree [folder]

  folder    the tree; default: dist/agent-skills
`;

/** `nx-agent-skills verify-tree`. */
export async function verify(args: readonly string[], folder: string): Promise<boolean> {
  const { isHelp, positionals } = parseCommand(args, {}, 'verify-tree', true);
  if (isHelp) {
    await print(HELP);
    return true;
  }
  const [tree = 'dist/agent-skills', ...more] = positionals;
  if (more.length > 0)
    throw new OptionError(`verify-tree takes one folder, and got ${more.length + 1}.`);
  try {
    const { report } = verifyTree(resolve(folder, tree));
    await print(
      `${tree} is complete and correct: ${report.skills.length} skills for ${report.origin}.\n`,
    );
    return true;
  } catch (error) {
    const failure = describeFailure(error, folder, 'The tree could not be checked');
    if (failure === undefined) throw error;
    await printError(failure);
    return false;
  }
}
