import { SCENARIOS } from './contender';
import { megabytes, ratio, seconds } from './markdown-table';
import type { Cost } from './measure';
import { costIn, type Run } from './results';

/** Something that the product is to keep to, and how to tell from the runs whether it does. */
export interface Target {
  what: string;
  limit: number;
  /** How the limit and what was measured are written. */
  format: (value: number) => string;
  /** Undefined when it was not measured. */
  measured: (runs: readonly Run[]) => number | undefined;
}

/** Finds the cost of a contender in a scenario at a number of skills, without the daemon. */
type Find = (skills: number, contender: string, scenario: string) => Cost | undefined;

const MAIN = ['cold', 'warm', 'one changed'];
const OF_NX = SCENARIOS.filter((each) => each !== 'everything' && !each.startsWith('inference'));
const EVERYTHING = 'everything';

export const TARGETS: readonly Target[] = [
  ...MAIN.map((scenario) => againstFloor(1000, scenario, 1.15)),
  ...MAIN.map((scenario) => againstFloor(5000, scenario, 1.2)),
  againstShellLoop('cold', 0.6),
  againstShellLoop('one changed', 0.35),
  againstShellLoop('affected, none', 0.15),
  target('one changed of 5,000: product ÷ single process, CPU', 1.7, ratio, (find) =>
    divide(find(5000, 'product', 'one changed')?.cpu, single(find)?.cpu),
  ),
  target('cold at 5,000: libs ÷ single process, wall', 1.3, ratio, (find) =>
    divide(find(5000, 'libs', 'cold')?.wall, single(find)?.wall),
  ),
  target('one changed of 5,000: libs ÷ single process, CPU', 0.3, ratio, (find) =>
    divide(find(5000, 'libs', 'one changed')?.cpu, single(find)?.cpu),
  ),
  ...OF_NX.map(growth),
  target('memory at 10,000, the largest process of all scenarios', 2048, megabytes, (find) => {
    const all = OF_NX.flatMap((scenario) => find(10_000, 'product', scenario)?.memory ?? []);
    return all.length === OF_NX.length ? Math.max(...all) : undefined;
  }),
  ...['first', 'again'].map((when) =>
    target(`inference per skill at 5,000, ${when}`, 0.4, milliseconds, (find) => {
      const cost = find(5000, 'product', `inference, ${when}`);
      return cost && (cost.cpu * 1000) / 5000;
    }),
  ),
  target('publish-index of 5,000 by itself: warm, product − floor, CPU', 3, seconds, (find) => {
    const [product, floor] = [find(5000, 'product', 'warm'), find(5000, 'floor', 'warm')];
    return product && floor && product.cpu - floor.cpu;
  }),
];

function target(
  what: string,
  limit: number,
  format: Target['format'],
  measured: (find: Find, runs: readonly Run[]) => number | undefined,
): Target {
  return {
    what,
    limit,
    format,
    measured: (runs) =>
      measured(
        (skills, contender, scenario) => costIn(runWith(runs, skills), contender, scenario),
        runs,
      ),
  };
}

function againstFloor(skills: number, scenario: string, limit: number): Target {
  const what = `${scenario} at ${skills.toLocaleString('en-US')}: product ÷ floor, CPU`;
  return target(what, limit, ratio, (find) =>
    divide(find(skills, 'product', scenario)?.cpu, find(skills, 'floor', scenario)?.cpu),
  );
}

function againstShellLoop(scenario: string, limit: number): Target {
  return target(`${scenario} at 1,000: product ÷ shell loop, CPU`, limit, ratio, (find) =>
    divide(find(1000, 'product', scenario)?.cpu, find(1000, 'shell loop', EVERYTHING)?.cpu),
  );
}

function growth(scenario: string): Target {
  return target(`${scenario}: CPU(10,000) ÷ CPU(5,000)`, 2.3, ratio, (_, runs) => {
    const [large, small] = [runWith(runs, 10_000), runWith(runs, 5000)];
    return large && small && growthBetween(small, large, 'product', scenario);
  });
}

/** CPU(larger) ÷ CPU(smaller); undefined when they were measured on different machines. */
export function growthBetween(
  smaller: Run,
  larger: Run,
  contender: string,
  scenario: string,
): number | undefined {
  const { cpu, cores } = smaller.machine;
  if (cpu !== larger.machine.cpu || cores !== larger.machine.cores) return undefined;
  return divide(
    costIn(larger, contender, scenario)?.cpu,
    costIn(smaller, contender, scenario)?.cpu,
  );
}

function runWith(runs: readonly Run[], skills: number): Run | undefined {
  return runs.find((run) => run.skills === skills && !run.daemon);
}

function single(find: Find): Cost | undefined {
  return find(5000, 'single process', EVERYTHING);
}

export function divide(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || !b ? undefined : a / b;
}

function milliseconds(value: number): string {
  return `${value.toFixed(2)} ms`;
}
