import { ArtifactError } from '@nx-agent-skills/artifact';
import { MarketplaceError, OriginError } from '@nx-agent-skills/discovery';
import { InstallationError } from '@nx-agent-skills/installation/installation-error';
import { PublicationError } from '@nx-agent-skills/publication';
import { OptionError } from '../option-error';
import { isSystemError } from '../system-error';

/**
 * What to tell people about an error that ended a publication.
 *
 * @param workspaceRoot absolute; it is left out of the text
 * @param what has not come to pass, for errors of the system
 * @returns undefined for a fault of our own, which nobody can mend with a message
 */
export function describeFailure(
  error: unknown,
  workspaceRoot: string,
  what = 'Nothing was published, and the tree of the earlier publication is untouched',
): string | undefined {
  const isKnown =
    error instanceof PublicationError ||
    error instanceof ArtifactError ||
    error instanceof OriginError ||
    error instanceof InstallationError ||
    error instanceof OptionError ||
    error instanceof MarketplaceError;
  if (isKnown) return relativeTo(workspaceRoot, error.message);
  if (!isSystemError(error)) return undefined;
  const text = `${what}: ${error.message}\n    Fix: check the permissions of ${error.path ?? 'the output folder'} and the space on its disk, then run it again.`;
  return relativeTo(workspaceRoot, text);
}

/** A URL may have the same path in it, or be told from the root folder. */
function relativeTo(folder: string, text: string): string {
  if (folder === '/') return text;
  const path = folder.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<![\\w./:-])${path}/`, 'g'), '');
}
