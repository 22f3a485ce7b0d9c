import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ORIGIN } from '../e2e/testing/workspace';
import type { Contender, Site } from './contender';
import { editOne } from './edit-skills';
import { type Cost, measure } from './measure';

/** A contender of one process, started as `command <workspace> <output folder> <origin>`. */
export function rebuildsAll(site: Site, name: string, command: readonly string[]): Contender {
  const out = join(site.scratch, `${name} output`);
  return {
    name,
    scenarios: {
      everything: () => {
        rmSync(out, { recursive: true, force: true });
        return measure([...command, site.sources, out, ORIGIN], { cwd: site.scratch });
      },
    },
    index: join(out, '.well-known/agent-skills/index.json'),
    dispose: () => undefined,
  };
}

/**
 * A contender of one process that keeps what it knows between its runs, started as
 * `command <workspace> <output folder> <origin> <state folder>`.
 */
export function keepsState(site: Site, name: string, command: readonly string[]): Contender {
  const out = join(site.scratch, `${name} output`);
  const state = join(site.scratch, `${name} state`);
  const run = (): Cost => {
    mkdirSync(state, { recursive: true });
    return measure([...command, site.sources, out, ORIGIN, state], { cwd: site.scratch });
  };
  return {
    name,
    scenarios: {
      cold: () => {
        for (const folder of [out, state]) rmSync(folder, { recursive: true, force: true });
        return run();
      },
      warm: run,
      'one changed': (round) => {
        editOne(site.sources, `${name}, before round ${round}.`);
        run();
        editOne(site.sources, `${name}, round ${round}.`);
        return run();
      },
    },
    prepare: run,
    index: join(out, '.well-known/agent-skills/index.json'),
    dispose: () => undefined,
  };
}
