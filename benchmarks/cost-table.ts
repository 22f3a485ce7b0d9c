import type { Cost } from './measure';

/** The median cost of one contender in one scenario. */
export interface Measurement {
  skills: number;
  contender: string;
  scenario: string;
  cost: Cost;
}

/** The measurements as a Markdown table, with the ratios of the product to all others. */
export function costTable(measurements: readonly Measurement[]): string {
  const find = (skills: number, contender: string, scenario: string) =>
    measurements.find(
      (each) =>
        each.skills === skills && each.contender === contender && each.scenario === scenario,
    )?.cost;
  const rows = measurements
    .filter(({ contender }) => contender === 'product')
    .map(({ skills, scenario, cost }) => {
      const others = [
        find(skills, 'floor', scenario),
        find(skills, 'shell loop', 'everything'),
        find(skills, 'single process', 'everything'),
      ];
      return [
        String(skills),
        scenario,
        seconds(cost),
        ...others.map((other) => (other ? `${(cost.cpu / other.cpu).toFixed(2)} ×` : '–')),
        `${cost.wall.toFixed(1)} s`,
        `${Math.round(cost.memory)} MB`,
      ];
    });
  const head = [
    'Skills',
    'Scenario',
    'CPU',
    '÷ floor',
    '÷ shell loop',
    '÷ single process',
    'Wall',
    'Memory',
  ];
  const costs = measurements
    .filter(({ contender }) => contender !== 'product')
    .map(({ skills, contender, scenario, cost }) => [
      String(skills),
      contender,
      scenario,
      seconds(cost),
      `${cost.wall.toFixed(1)} s`,
      `${Math.round(cost.memory)} MB`,
    ]);
  return [
    table(head, rows),
    '',
    table(['Skills', 'Contender', 'Scenario', 'CPU', 'Wall', 'Memory'], costs),
  ].join('\n');
}

const seconds = ({ cpu }: Cost) => `${cpu.toFixed(2)} s`;

function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
