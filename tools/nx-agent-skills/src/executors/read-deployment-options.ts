import {
  clientFault,
  DEFAULT_CLIENT,
  DEPLOYMENT_DEFAULTS,
  type DeploymentOptions,
  type InstallOptions,
  type ProbeOptions,
  type SnapshotExtent,
} from '@nx-agent-skills/deployment';
import { agentOf } from '../agent-of';
import { OptionError } from '../option-error';
import { readAllowedHosts, readResolve } from './read-hosts';

/** Options of the `verify-deployment` executor. */
export interface VerifyDeploymentOptions {
  outputDir: string;
  /** Default: the one of the report. */
  origin?: string;
  /** A report, relative to the workspace. Default: the one in outputDir. */
  report?: string;
  /** The report of the build before, relative to the workspace. */
  previousReport?: string;
  /** What was published before: an https URL, a path relative to the workspace, or git:<revision>. */
  previous?: string;
  /** Folder of the snapshots, relative to the workspace, for revisions of git. */
  snapshotsDir?: string;
  snapshots?: SnapshotExtent;
  /** For one request, in seconds. */
  timeout?: number;
  /** For everything together, in seconds. */
  totalTimeout?: number;
  /** For stale copies and rate limits, in seconds. */
  retryFor?: number;
  concurrency?: number;
  allowedHosts?: string[];
  allowPrivate?: boolean;
  resolve?: Record<string, string>;
  /** Default: as far as a report says that the skills are the publisher's. */
  install?: boolean;
  client?: string[];
  /** For one install, in seconds. */
  installTimeout?: number;
  agent?: string;
  sample?: number;
  probe?: { command: string[]; pattern?: string; timeout?: number; env?: string[] };
  /** A skill whose outcome is recorded by hand; nothing is requested then. */
  record?: string;
  activation?: 'passed' | 'failed';
  note?: string;
  /** A file for the results as JUnit XML, relative to the workspace. */
  junit?: string;
  /** Default: on GitHub Actions. */
  githubAnnotations?: boolean;
  /** Why the plugin options are invalid, when they are. */
  fault?: string;
}

/**
 * What of the options the checks take, in their units.
 *
 * @throws OptionError that names the option
 */
export function readDeploymentOptions(
  options: VerifyDeploymentOptions,
): Omit<DeploymentOptions, 'origin'> {
  const { timeout, totalTimeout, retryFor, concurrency, sample, probe } = options;
  const { allowedHosts, allowPrivate, resolve } = options;
  return {
    timeoutMs: milliseconds('timeout', timeout) ?? DEPLOYMENT_DEFAULTS.timeoutMs,
    totalTimeoutMs:
      milliseconds('totalTimeout', totalTimeout) ?? DEPLOYMENT_DEFAULTS.totalTimeoutMs,
    patienceMs: milliseconds('retryFor', retryFor, 0) ?? DEPLOYMENT_DEFAULTS.patienceMs,
    concurrency: positive('concurrency', concurrency) ?? DEPLOYMENT_DEFAULTS.concurrency,
    snapshots: options.snapshots ?? DEPLOYMENT_DEFAULTS.snapshots,
    allowedHosts: readAllowedHosts(allowedHosts ?? DEPLOYMENT_DEFAULTS.allowedHosts),
    allowPrivate: allowPrivate ?? DEPLOYMENT_DEFAULTS.allowPrivate,
    resolve: readResolve(resolve ?? DEPLOYMENT_DEFAULTS.resolve),
    install: readInstall(options),
    ...(probe ? { probe: readProbe(probe) } : {}),
    ...(sample === undefined ? {} : { sample: positive('sample', sample) ?? 1 }),
  };
}

function readInstall(options: VerifyDeploymentOptions): InstallOptions | string {
  const { install, client = DEFAULT_CLIENT, agent = 'claude-code' } = options;
  refuseEmpty('client', client, '["npx", "-y", "skills@1.7.4"]');
  const read = {
    client,
    agent: agentOf(agent, 'agent'),
    timeoutMs: milliseconds('installTimeout', options.installTimeout) ?? 120_000,
    isAskedFor: install === true,
  };
  if (install === false) return 'Installs are turned off with the option install.';
  return clientFault(client, process.versions.node) ?? read;
}

function readProbe({
  command,
  pattern,
  timeout,
  env = [],
}: NonNullable<VerifyDeploymentOptions['probe']>): ProbeOptions {
  refuseEmpty(
    'probe.command',
    command,
    '["claude", "-p", "Which skill helps here? {description}"]',
  );
  const timeoutMs = milliseconds('probe.timeout', timeout) ?? 180_000;
  if (pattern === undefined) return { command, timeoutMs, env };
  try {
    return { command, timeoutMs, env, pattern: new RegExp(pattern, 'u') };
  } catch {
    throw new OptionError(
      `The option "probe.pattern" received ${JSON.stringify(pattern)}, which is no regular expression.`,
    );
  }
}

function refuseEmpty(name: string, command: readonly string[], example: string): void {
  const [file = ''] = command;
  if (file.trim() !== '') return;
  throw new OptionError(
    `The option "${name}" received ${JSON.stringify(command)}, expected a command and its arguments. Example: ${example}.`,
  );
}

/** The longest time that a timer of Node takes; a longer one ends after a millisecond. */
const MAX_SECONDS = Math.floor((2 ** 31 - 1) / 1000);

/** @param least the smallest time that makes sense, in seconds */
function milliseconds(
  name: string,
  seconds: number | undefined,
  least = 0.001,
): number | undefined {
  if (seconds === undefined) return undefined;
  if (seconds >= least && seconds <= MAX_SECONDS) return seconds * 1000;
  const range = `${least === 0 ? 'from' : 'above'} 0, at most ${MAX_SECONDS}`;
  throw new OptionError(
    `The option "${name}" received ${seconds}, expected seconds ${range}. Example: 30.`,
  );
}

function positive(name: string, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isInteger(value) && value > 0)) return value;
  throw new OptionError(`The option "${name}" received ${value}, expected a number from 1.`);
}
