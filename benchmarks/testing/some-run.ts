import type { Cost } from '../measure';
import type { Run } from '../results';

/** A run with these CPU seconds by contender and scenario. */
export function someRun(
  skills: number,
  cpu: Record<string, Record<string, number>>,
  others: Partial<Run> = {},
): Run {
  return {
    skills,
    daemon: false,
    rounds: 3,
    date: '2026-01-31',
    versions: { node: '20.20.2', nx: '24.0.6', plugin: '0.1.0' },
    machine: { cpu: 'Some CPU', cores: 2 },
    measurements: Object.entries(cpu).flatMap(([contender, scenarios]) =>
      Object.entries(scenarios).map(([scenario, each]) => ({
        contender,
        scenario,
        cost: someCost(each),
      })),
    ),
    ...others,
  };
}

/** Half as much wall time as CPU time. */
export function someCost(cpu: number): Cost {
  return { cpu, wall: cpu / 2, memory: 1234 };
}
