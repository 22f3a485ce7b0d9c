import { costTable } from './cost-table';
import { medianCost } from './measure';

const cost = (cpu: number) => ({ cpu, wall: cpu / 2, memory: 100 });

it('gives the product’s cost as ratios to all others', () => {
  const lines = costTable([
    { skills: 100, contender: 'product', scenario: 'cold', cost: cost(6) },
    { skills: 100, contender: 'floor', scenario: 'cold', cost: cost(5) },
    { skills: 100, contender: 'shell loop', scenario: 'everything', cost: cost(12) },
  ]).split('\n');
  expect(lines[2]).toBe('| 100 | cold | 6.00 s | 1.20 × | 0.50 × | – | 3.0 s | 100 MB |');
  expect(lines.at(-1)).toBe('| 100 | shell loop | everything | 12.00 s | 6.0 s | 100 MB |');
});

it('takes the middle of several runs', () => {
  expect(medianCost([cost(9), cost(1), cost(2)]).cpu).toBe(2);
  expect(medianCost([cost(1), cost(2)]).cpu).toBe(1.5);
});
