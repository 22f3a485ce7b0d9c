import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPackedPlugin } from '../e2e/testing/packed-plugin';
import { type BenchWorkspace, benchWorkspace, SCENARIOS } from './bench-workspace';
import { costTable, type Measurement } from './cost-table';
import { type Cost, measure, medianCost } from './measure';

const { values } = parseArgs({
  options: {
    skills: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    scenarios: { type: 'string', default: Object.keys(SCENARIOS).join(';') },
    daemon: { type: 'boolean', default: false },
  },
});

const ORIGIN = 'https://skills.acme.example';

/** Contenders without a graph: each run of theirs does everything. */
const REBUILD_ALL: Readonly<Record<string, readonly string[]>> = {
  'shell loop': ['sh', join(__dirname, 'contenders/shell-loop.sh')],
  'single process': [process.execPath, join(__dirname, 'contenders/single-process.mjs')],
};

function measureAll(count: number, rounds: number, scenarios: readonly string[]): Measurement[] {
  const product = benchWorkspace('nx-agent-skills', count, values.daemon);
  const floor = benchWorkspace('nx-agent-skills-floor', count, values.daemon);
  const costs = new Map<string, Cost[]>();
  const note = (contender: string, scenario: string, cost: Cost) => {
    const key = `${contender}\t${scenario}`;
    costs.set(key, [...(costs.get(key) ?? []), cost]);
    console.error(`${count} skills, ${contender}, ${scenario}: ${cost.cpu.toFixed(2)} s`);
  };
  const nx: [string, BenchWorkspace][] = [
    ['product', product],
    ['floor', floor],
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const scenario of scenarios) {
      // Alternating, so that whatever else the machine does falls on all of them.
      for (const [contender, bench] of round % 2 === 0 ? nx : [...nx].reverse()) {
        const cost = SCENARIOS[scenario]?.(bench, round);
        if (cost) note(contender, scenario, cost);
      }
    }
    for (const [contender, command] of Object.entries(REBUILD_ALL)) {
      const out = join(tmpdir(), `benchmark-${process.pid}`);
      note(
        contender,
        'everything',
        measure([...command, product.workspace.root, out, ORIGIN], __dirname),
      );
      rmSync(out, { recursive: true });
    }
  }
  for (const [, { workspace }] of nx) {
    if (values.daemon) workspace.nx(['daemon', '--stop']);
    rmSync(workspace.root, { recursive: true });
  }
  return [...costs].map(([key, all]) => {
    const [contender = '', scenario = ''] = key.split('\t');
    return { skills: count, contender, scenario, cost: medianCost(all) };
  });
}

installPackedPlugin();
const measurements = values.skills
  .split(',')
  .flatMap((count) =>
    measureAll(Number(count), Number(values.rounds), values.scenarios.split(';')),
  );
console.log(costTable(measurements));
