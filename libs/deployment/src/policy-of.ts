import type { DeploymentOptions } from './deployment-options';
import type { RequestPolicy } from './request-policy';

/**
 * Where a run may connect to.
 *
 * @param more other hosts, with their ports, that this client may ask
 */
export function policyOf(
  { origin, allowedHosts, allowPrivate, resolve }: DeploymentOptions,
  more: readonly string[] = [],
): RequestPolicy {
  return {
    origin: new URL(origin.href),
    allowedHosts: [...allowedHosts, ...more],
    allowPrivate,
    resolve,
  };
}
