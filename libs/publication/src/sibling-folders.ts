import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRunning } from './is-running';

/**
 * What lies beside an output folder: a tree that is being built, one that was moved aside, or a
 * folder that shows which permissions new ones get.
 */
export type SiblingKind = 'staging' | 'previous' | 'probe';

export interface Sibling {
  /** Absolute. */
  path: string;
  kind: SiblingKind;
  /** Whether it is left from this process or from one that no longer runs. */
  isAbandoned: boolean;
}

/** A new name beside a folder, on its file system, that tells which process made it. */
export function siblingPath(folder: string, kind: SiblingKind): string {
  return join(dirname(folder), `${prefixOf(folder)}${kind}-${process.pid}-${randomUUID()}`);
}

/** The folders beside a folder that publications have made. */
export function siblings(folder: string): Sibling[] {
  if (!existsSync(dirname(folder))) return [];
  return readdirSync(dirname(folder)).flatMap((name): Sibling[] => {
    if (!name.startsWith(prefixOf(folder))) return [];
    const rest = name.slice(prefixOf(folder).length);
    const [, kind, pid] = /^(staging|previous|probe)-(\d+)-/.exec(rest) ?? [];
    if (kind === undefined || pid === undefined) return [];
    const path = join(dirname(folder), name);
    return [{ path, kind: kind as SiblingKind, isAbandoned: !isRunning(Number(pid)) }];
  });
}

const prefixOf = (folder: string) => `.${basename(folder)}.`;
