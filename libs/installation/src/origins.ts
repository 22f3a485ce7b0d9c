import type { Origin } from '@nx-agent-skills/discovery';
import { InstallationError } from './installation-error';
import { originOf } from './lock-file';
import type { Lock } from './locked-skill';

/** The origins of all skills of a lock, each of them once. */
export function originsOf({ skills }: Lock): Origin[] {
  const origins = new Map(skills.map(originOf).map((origin) => [origin.href, origin]));
  return [...origins.values()];
}

/**
 * The origin of a lock that has only one.
 *
 * @throws InstallationError `installation/which-origin`
 */
export function onlyOriginOf(lock: Lock): Origin {
  const [origin, ...others] = originsOf(lock);
  if (origin && others.length === 0) return origin;
  const has = origin
    ? `skills of ${[origin, ...others].map(({ href }) => href).join(' and ')}`
    : 'no skills';
  throw new InstallationError(
    'installation/which-origin',
    `The lock has ${has}, so that nobody can tell whose version is meant.`,
    'name the origin before the version.',
  );
}
