import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performancePage } from './performance-page';
import { renderRuns } from './render-runs';
import { costIn, readRuns, writeRun } from './results';
import { someRun } from './testing/some-run';

describe('kept results', () => {
  let folder: string;

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'results-')), 'results');
  });

  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  it('come back as they were, rounded', () => {
    expect(readRuns(folder)).toEqual([]);
    writeRun(folder, someRun(100, { product: { cold: 1.00049 } }));
    expect(readRuns(folder)).toEqual([
      someRun(100, { product: { cold: 1 } }, { measurements: expect.anything() }),
    ]);
    expect(costIn(readRuns(folder)[0], 'product', 'cold')).toEqual({
      cpu: 1,
      wall: 0.5,
      memory: 1234,
    });
    expect(costIn(readRuns(folder)[0], 'floor', 'cold')).toBeUndefined();
  });

  it('are kept for each size, with and without the daemon', () => {
    writeRun(folder, someRun(10_000, {}));
    writeRun(folder, someRun(1000, {}, { daemon: true }));
    writeRun(folder, someRun(1000, {}));
    expect(readdirSync(folder).sort()).toEqual(['1000-daemon.json', '1000.json', '10000.json']);
    expect(readRuns(folder).map(({ skills, daemon }) => [skills, daemon])).toEqual([
      [1000, false],
      [1000, true],
      [10_000, false],
    ]);
  });

  it('are replaced as a whole, also by fewer rounds', () => {
    writeRun(folder, someRun(100, { product: { cold: 1 }, floor: { cold: 2 } }));
    writeRun(folder, someRun(100, { product: { cold: 3 } }, { rounds: 1 }));
    expect(readRuns(folder)).toEqual([someRun(100, { product: { cold: 3 } }, { rounds: 1 })]);
  });
});

describe('docs/performance.md', () => {
  const page = readFileSync(join(__dirname, '../docs/performance.md'), 'utf8');
  const kept = readRuns(join(__dirname, 'results'));

  it('is what the kept results give (npm run docs -w benchmarks)', () => {
    expect(performancePage(page, kept)).toBe(page);
  });

  it('keeps what is written by hand', () => {
    const runs = [someRun(100, { product: { cold: 1 } })];
    const changed = performancePage(page, runs);
    expect(changed).toContain(renderRuns(runs));
    expect(performancePage(changed, kept)).toBe(page);
  });

  it('is not written without its markers', () => {
    expect(() => performancePage('# Performance\n', [])).toThrow('lacks the lines');
  });
});
