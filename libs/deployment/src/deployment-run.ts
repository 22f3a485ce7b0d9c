import type { HttpClient } from './http-client';
import type { Patience } from './patience';

/** What all checks of one run share. */
export interface DeploymentRun {
  client: HttpClient;
  patience: Patience;
  /** For one request, in milliseconds. */
  timeoutMs: number;
  /** Digests of files of other builds, by which a stale copy is known. */
  earlier: Set<string>;
  /** Whether the index came, which lies in a dot-folder. */
  servesDotFolders: boolean;
  /** Whether an archive was requested as clients do; one shows how the host treats all. */
  hasCheckedCoding: boolean;
  /** Whether a copy of another build was asked for again until the patience was up. */
  hasWaitedInVain: boolean;
  /** Says that the time of the whole run is up. */
  signal: AbortSignal;
}
