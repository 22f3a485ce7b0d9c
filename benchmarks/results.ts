import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cost } from './measure';

/** The median cost of one contender in one scenario. */
export interface Measurement {
  contender: string;
  scenario: string;
  cost: Cost;
}

/** One run of the benchmark over skills of one number. */
export interface Run {
  skills: number;
  daemon: boolean;
  rounds: number;
  /** The day, as in 2026-01-31. */
  date: string;
  /** Versions of node, nx and the plugin. */
  versions: { node: string; nx: string; plugin: string };
  machine: { cpu: string; cores: number };
  measurements: Measurement[];
}

/** The runs that are kept in a folder, small ones first, those without a daemon before the others. */
export function readRuns(folder: string): Run[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file): Run => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .sort((a, b) => a.skills - b.skills || Number(a.daemon) - Number(b.daemon));
}

/** Keeps a run in the place of an earlier one of the same kind. */
export function writeRun(folder: string, run: Run): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${run.skills}${run.daemon ? '-daemon' : ''}.json`);
  const measurements = run.measurements.map(({ contender, scenario, cost }) => {
    const { cpu, wall, memory } = cost;
    return {
      contender,
      scenario,
      cost: { cpu: round(cpu, 3), wall: round(wall, 3), memory: round(memory, 0) },
    };
  });
  writeFileSync(file, `${JSON.stringify({ ...run, measurements }, null, 2)}\n`);
}

/** The cost of a contender in a scenario, if it was measured in this run. */
export function costIn(
  run: Run | undefined,
  contender: string,
  scenario: string,
): Cost | undefined {
  return run?.measurements.find(
    (each) => each.contender === contender && each.scenario === scenario,
  )?.cost;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
