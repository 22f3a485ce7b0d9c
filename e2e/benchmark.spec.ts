import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { REPOSITORY, SCRATCH } from './testing/packed-plugin';

const hasPerl = spawnSync('perl', ['-v']).status === 0;

const NX_SCENARIOS = [
  'cold',
  'warm',
  'one changed',
  'one added',
  'one removed',
  'affected, one',
  'affected, none',
];
const RATIO = String.raw`\d+\.\d\d ×`;
const COST = String.raw`\d+\.\d\d s`;
const MEMORY = String.raw`[\d,]+ MB`;

(hasPerl ? it : it.skip)(
  hasPerl ? 'the benchmark runs all contenders' : 'skipped: perl is not installed',
  () => {
    const printed = execFileSync(
      'npm',
      ['run', '--silent', 'benchmark', '--', '--skills=50', '--rounds=1'],
      { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [, targets = '', costs = ''] = printed.split(/^### (?:Targets|50 skills)$/m);
    expect(targets.match(/not measured \|$/gm)?.length).toBeGreaterThan(20);
    for (const scenario of NX_SCENARIOS) {
      const ratios = [RATIO, RATIO, RATIO].join(' \\| ');
      expect(costs).toMatch(row(scenario, COST, ratios, COST, MEMORY));
    }
    for (const name of [
      ...NX_SCENARIOS.map((scenario) => `floor | ${scenario}`),
      'shell loop | everything',
      'single process | everything',
      'product | inference, first',
      'product | inference, again',
    ]) {
      expect(costs).toMatch(row(name.replace('|', '\\|'), COST, COST, MEMORY));
    }
    expect(costs).not.toMatch(/–|NaN|Infinity/);
    expect(readdirSync(SCRATCH).filter((name) => name.startsWith('benchmark-'))).toEqual([]);
  },
);

function row(...cells: string[]): RegExp {
  return new RegExp(`^\\| ${cells.join(' \\| ')} \\|$`, 'm');
}
