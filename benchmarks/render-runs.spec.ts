import { renderRuns, targetsTable } from './render-runs';
import { someRun } from './testing/some-run';

const AT_1000 = someRun(1000, {
  product: { cold: 6, warm: 4, 'inference, first': 0.25 },
  floor: { cold: 5, warm: 4 },
  'shell loop': { everything: 12 },
  'single process': { everything: 2 },
  libs: { cold: 3 },
});
const AT_5000 = someRun(5000, { product: { cold: 33 }, floor: { cold: 20 } });

describe('what was measured', () => {
  const lines = (...runs: Parameters<typeof renderRuns>[0]) => renderRuns(runs).split('\n');

  it('is nothing at first', () => {
    expect(renderRuns([])).toBe('Nothing has been measured yet.');
  });

  it('names when, where and with which versions', () => {
    expect(lines(AT_1000)).toContain(
      '| 1,000 | off | 2026-01-31 | 3 | 20.20.2 | 24.0.6 | 0.1.0 | Some CPU | 2 |',
    );
  });

  it('gives the costs of the product as ratios to all others', () => {
    expect(lines(AT_1000)).toEqual(
      expect.arrayContaining([
        '### 1,000 skills',
        '| Product | CPU | ÷ floor | ÷ shell loop | ÷ single process | Wall | Memory |',
        '| cold | 6.00 s | 1.20 × | 0.50 × | 3.00 × | 3.00 s | 1,234 MB |',
        '| warm | 4.00 s | 1.00 × | 0.33 × | 2.00 × | 2.00 s | 1,234 MB |',
      ]),
    );
  });

  it('gives the costs of the libs as ratios to the single process', () => {
    expect(lines(AT_1000)).toContain('| cold | 3.00 s | 1.50 × | 1.50 × | 1.50 s | 1,234 MB |');
    expect(renderRuns([AT_5000])).not.toContain('Libs');
  });

  it('gives the costs of the others, and of the inference', () => {
    expect(lines(AT_1000)).toEqual(
      expect.arrayContaining([
        '| shell loop | everything | 12.00 s | 6.00 s | 1,234 MB |',
        '| product | inference, first | 0.25 s | 0.13 s | 1,234 MB |',
      ]),
    );
  });

  it('says what was not measured', () => {
    expect(lines(AT_5000)).toContain('| cold | 33.00 s | 1.65 × | – | – | 16.50 s | 1,234 MB |');
  });

  it('gives the growth from each size to the next, apart for the daemon', () => {
    const daemon = someRun(5000, { product: { cold: 60 } }, { daemon: true });
    expect(lines(AT_1000, AT_5000, daemon)).toEqual(
      expect.arrayContaining([
        '### 5,000 skills, with the daemon',
        '| Contender | Scenario | 1,000 → 5,000 (5 ×) |',
        '| product | cold | 5.50 × |',
        '| floor | cold | 4.00 × |',
      ]),
    );
    expect(renderRuns([AT_1000, daemon])).not.toContain('### Growth');
  });
});

it('says of every target whether it is met', () => {
  const table = targetsTable([AT_1000, AT_5000]).split('\n');
  expect(table).toEqual(
    expect.arrayContaining([
      '| cold at 1,000: product ÷ floor, CPU | 1.15 × | 1.20 × | **no** |',
      '| warm at 1,000: product ÷ floor, CPU | 1.15 × | 1.00 × | yes |',
      '| one changed at 1,000: product ÷ floor, CPU | 1.15 × | – | not measured |',
    ]),
  );
});
