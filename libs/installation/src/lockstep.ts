import { InstallationError, type InstallationErrorCode } from './installation-error';

/** What a deploy between two requests looks like from outside. */
const DEPLOYED_MEANWHILE: readonly InstallationErrorCode[] = [
  'installation/missing',
  'installation/digest',
  'installation/chain',
];

/**
 * Runs a task that reads an index and then all that the index promises. Where a promise is not kept,
 * the site may have been deployed in between: the task begins anew once, with nothing of what it had,
 * so that its result never comes from two releases.
 *
 * @param onRetry is told why the first attempt has failed
 * @throws what the task throws, the second time at the latest
 */
export async function inLockstep<T>(
  task: () => Promise<T>,
  onRetry: (error: InstallationError) => void,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof InstallationError) || !DEPLOYED_MEANWHILE.includes(error.code)) {
      throw error;
    }
    onRetry(error);
    return task();
  }
}
