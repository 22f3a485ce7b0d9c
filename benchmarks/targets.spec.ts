import { TARGETS } from './targets';
import { someRun } from './testing/some-run';

const measuredIn = (runs: ReturnType<typeof someRun>[], what: string) => {
  const target = TARGETS.find((each) => each.what === what);
  if (!target) throw new Error(`There is no target "${what}".`);
  return target.measured(runs);
};

const AT_5000 = someRun(5000, {
  product: { cold: 20, warm: 14.5, 'one changed': 15, 'inference, first': 1.5 },
  floor: { cold: 16, warm: 12 },
  'single process': { everything: 10 },
  libs: { cold: 14, 'one changed': 2 },
});
const AT_10000 = someRun(10_000, { product: { cold: 44 } });

describe('a target', () => {
  it('is undecided as long as something for it was not measured', () => {
    for (const { measured } of TARGETS) expect(measured([])).toBeUndefined();
    expect(measuredIn([AT_5000], 'cold at 1,000: product ÷ floor, CPU')).toBeUndefined();
    expect(measuredIn([AT_5000], 'one changed at 5,000: product ÷ floor, CPU')).toBeUndefined();
    expect(measuredIn([AT_5000], 'cold: CPU(10,000) ÷ CPU(5,000)')).toBeUndefined();
    // The largest of all scenarios is unknown as long as one is missing.
    expect(
      measuredIn([AT_10000], 'memory at 10,000, the largest process of all scenarios'),
    ).toBeUndefined();
  });

  it.each([
    ['cold at 5,000: product ÷ floor, CPU', 1.25],
    ['one changed of 5,000: product ÷ single process, CPU', 1.5],
    ['cold at 5,000: libs ÷ single process, wall', 1.4],
    ['one changed of 5,000: libs ÷ single process, CPU', 0.2],
    ['cold: CPU(10,000) ÷ CPU(5,000)', 2.2],
    ['inference per skill at 5,000, first', 0.3],
    ['publish-index of 5,000 by itself: warm, product − floor, CPU', 2.5],
  ])('is computed from the runs: %s', (what, value) => {
    expect(measuredIn([AT_5000, AT_10000], what)).toBeCloseTo(value, 6);
  });

  it('takes the largest memory of all scenarios', () => {
    const scenarios = 'cold|warm|one changed|one added|one removed|affected, one|affected, none';
    const product = Object.fromEntries(scenarios.split('|').map((each) => [each, 1]));
    expect(
      measuredIn(
        [someRun(10_000, { product })],
        'memory at 10,000, the largest process of all scenarios',
      ),
    ).toBe(1234);
  });

  it('does not use runs with the daemon, and no growth from one machine to another', () => {
    const what = 'cold: CPU(10,000) ÷ CPU(5,000)';
    expect(measuredIn([AT_5000, { ...AT_10000, daemon: true }], what)).toBeUndefined();
    const elsewhere = { ...AT_10000, machine: { cpu: 'Some CPU', cores: 8 } };
    expect(measuredIn([AT_5000, elsewhere], what)).toBeUndefined();
  });
});
