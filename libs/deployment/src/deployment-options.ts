import type { Origin } from '@nx-agent-skills/discovery';
import type { Report } from '@nx-agent-skills/publication';
import type { InstallOptions, ProbeOptions } from './install-options';
import type { Patience } from './patience';
import type { PreviousReleases } from './previous-releases';

/** Which artifacts of releases are requested: of all, of the latest alone, or no release at all is checked. */
export type SnapshotExtent = 'all' | 'latest' | 'off';

/** What is checked, and how far. */
export interface DeploymentOptions {
  origin: Origin;
  /** The report of the tree as it was built; without it the served index is checked against itself. */
  report?: Report;
  /** The folder of the tree as it was built, absolute, when it is at hand. */
  tree?: string;
  /** The report of the build before, by which stale copies are known. */
  previous?: Report;
  snapshots: SnapshotExtent;
  /** What was published before, each release of which must still be there. */
  previousReleases?: PreviousReleases;
  /** For one request, in milliseconds: connecting, headers and body together. */
  timeoutMs: number;
  /** For everything together, in milliseconds. */
  totalTimeoutMs: number;
  /** How long each stale copy, and each request that a host refuses for now, is tried again, in milliseconds. */
  patienceMs: number;
  /** Requests at the same time. */
  concurrency: number;
  /** Other hosts, with their ports, that artifacts and redirects may be on. */
  allowedHosts: readonly string[];
  /** Whether the origin may have a private address. */
  allowPrivate: boolean;
  /** Addresses of hosts, in place of those of the name service. */
  resolve: Readonly<Record<string, string>>;
  /** How installs are made, or why none is. */
  install: InstallOptions | string;
  probe?: ProbeOptions;
  /** How many skills are installed and probed; all when absent. */
  sample?: number;
  onProgress?: (progress: Progress) => void;
  /** Called before each wait for a host, with its length in milliseconds. */
  onWait?: (ms: number) => void;
  /** For tests. */
  clock?: Pick<Patience, 'now' | 'sleep'>;
}

/** How far a run is. */
export interface Progress {
  what: 'index' | 'artifacts' | 'snapshots' | 'installs';
  done: number;
  total: number;
  failed: number;
}

/** What holds unless the publisher says otherwise. */
export const DEPLOYMENT_DEFAULTS = {
  timeoutMs: 30_000,
  totalTimeoutMs: 15 * 60_000,
  patienceMs: 60_000,
  concurrency: 16,
  snapshots: 'all',
  allowedHosts: [],
  allowPrivate: false,
  resolve: {},
} as const satisfies Partial<DeploymentOptions>;
