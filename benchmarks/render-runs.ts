import { SCENARIOS } from './contender';
import {
  inThousands,
  markdownTable,
  megabytes,
  NOT_MEASURED,
  ratio,
  seconds,
} from './markdown-table';
import type { Cost } from './measure';
import { costIn, type Run } from './results';
import { divide, growthBetween, TARGETS } from './targets';

/** What was measured, as Markdown. */
export function renderRuns(runs: readonly Run[]): string {
  if (runs.length === 0) return 'Nothing has been measured yet.';
  return [
    '### Runs',
    runsTable(runs),
    '### Targets',
    targetsTable(runs),
    ...runs.flatMap((run) => [`### ${titleOf(run)}`, ...costTables(run)]),
    ...growthSections(runs),
  ].join('\n\n');
}

function titleOf({ skills, daemon }: Run): string {
  return `${inThousands(skills)} skills${daemon ? ', with the daemon' : ''}`;
}

function runsTable(runs: readonly Run[]): string {
  return markdownTable(
    ['Skills', 'Daemon', 'Date', 'Rounds', 'Node', 'Nx', 'nx-agent-skills', 'CPU', 'Cores'],
    runs.map(({ skills, daemon, date, rounds, versions, machine }) => [
      inThousands(skills),
      daemon ? 'on' : 'off',
      date,
      String(rounds),
      versions.node,
      versions.nx,
      versions.plugin,
      machine.cpu,
      String(machine.cores),
    ]),
  );
}

/** Every target with what was measured; without the daemon. */
export function targetsTable(runs: readonly Run[]): string {
  return markdownTable(
    ['Target', 'At most', 'Measured', 'Met'],
    TARGETS.map(({ what, limit, format, measured }) => {
      const value = measured(runs);
      if (value === undefined) return [what, format(limit), NOT_MEASURED, 'not measured'];
      return [what, format(limit), format(value), value <= limit ? 'yes' : '**no**'];
    }),
  );
}

function costTables(run: Run): string[] {
  const shell = costIn(run, 'shell loop', 'everything');
  const single = costIn(run, 'single process', 'everything');
  const rows = SCENARIOS.flatMap((scenario) => {
    const cost = costIn(run, 'product', scenario);
    if (!cost || isInference(scenario)) return [];
    const others = [costIn(run, 'floor', scenario), shell, single];
    const ratios = others.map((other) => ratio(divide(cost.cpu, other?.cpu)));
    return [[scenario, ...cells(cost, ratios)]];
  });
  const head = ['Product', 'CPU', '÷ floor', '÷ shell loop', '÷ single process', 'Wall', 'Memory'];
  return [markdownTable(head, rows), ...libsTable(run, single), othersTable(run)];
}

function libsTable(run: Run, single: Cost | undefined): string[] {
  const head = ['Libs', 'CPU', 'CPU ÷ single process', 'Wall ÷ single process', 'Wall', 'Memory'];
  const rows = SCENARIOS.flatMap((scenario) => {
    const cost = costIn(run, 'libs', scenario);
    if (!cost) return [];
    const ratios = [divide(cost.cpu, single?.cpu), divide(cost.wall, single?.wall)].map(ratio);
    return [[scenario, ...cells(cost, ratios)]];
  });
  return rows.length === 0 ? [] : [markdownTable(head, rows)];
}

/** What the ratios were made from, and what the inference costs alone. */
function othersTable({ measurements }: Run): string {
  const rows = measurements.flatMap(({ contender, scenario, cost }) => {
    if (contender === 'libs' || (contender === 'product' && !isInference(scenario))) return [];
    return [[contender, scenario, ...cells(cost, [])]];
  });
  return markdownTable(['Contender', 'Scenario', 'CPU', 'Wall', 'Memory'], rows);
}

function cells(cost: Cost, ratios: readonly string[]): string[] {
  return [seconds(cost.cpu), ...ratios, seconds(cost.wall), megabytes(cost.memory)];
}

function growthSections(runs: readonly Run[]): string[] {
  return [false, true].flatMap((daemon) => {
    const same = runs.filter((run) => run.daemon === daemon);
    const steps = same
      .slice(1)
      .map((larger, at) => [same[at], larger] as const)
      .flatMap(([smaller, larger]) => (smaller ? [{ smaller, larger }] : []));
    if (steps.length === 0) return [];
    return [
      `### Growth${daemon ? ', with the daemon' : ''}`,
      'CPU time at one size divided by that at the size before; in brackets, by how much the number of skills has grown.',
      growthTable(steps),
    ];
  });
}

function growthTable(steps: readonly { smaller: Run; larger: Run }[]): string {
  const measured = steps.flatMap(({ larger }) => larger.measurements);
  const kinds = new Map(measured.map((each) => [`${each.contender}\t${each.scenario}`, each]));
  const head = steps.map(({ smaller, larger }) => {
    const factor = Number((larger.skills / smaller.skills).toFixed(2));
    return `${inThousands(smaller.skills)} → ${inThousands(larger.skills)} (${factor} ×)`;
  });
  return markdownTable(
    ['Contender', 'Scenario', ...head],
    [...kinds.values()].map(({ contender, scenario }) => [
      contender,
      scenario,
      ...steps.map(({ smaller, larger }) =>
        ratio(growthBetween(smaller, larger, contender, scenario)),
      ),
    ]),
  );
}

function isInference(scenario: string): boolean {
  return scenario.startsWith('inference');
}
