import executorsFile from '../executors.json';
import { isExecutor, shardCount, shardedExecutor } from './shard';

const executors: Record<string, unknown> = executorsFile.executors;
const NAMES = ['validate', 'archive', 'hash'] as const;
const skills = Array.from({ length: 2_000 }, (_, at) => `skills/skill-${at}`);

describe('shards', () => {
  it.each([
    [0, 1],
    [1_500, 1],
    [1_501, 2],
    [5_000, 4],
    [10_000, 8],
    [24_000, 16],
    [100_000, 16],
  ])('of %i skills are %i', (count, shards) => {
    expect(shardCount(count)).toBe(shards);
  });

  it('have the executors that executors.json knows, all with one implementation', () => {
    for (const name of NAMES) {
      const used = new Set(skills.map((skill) => shardedExecutor(name, skill, 16)));
      const known = Object.keys(executors).filter((each) =>
        isExecutor({ executor: `nx-agent-skills:${each}` }, name),
      );
      expect([...used].sort()).toEqual(known.map((each) => `nx-agent-skills:${each}`).sort());
      for (const each of known) expect(executors[each]).toEqual(executors[name]);
    }
  });

  it('are of one size, about', () => {
    const sizes = new Map<string, number>();
    for (const skill of skills) {
      const executor = shardedExecutor('hash', skill, 4);
      sizes.set(executor, (sizes.get(executor) ?? 0) + 1);
    }
    for (const size of sizes.values()) expect(Math.abs(size - 500)).toBeLessThan(100);
  });

  it('move half of the skills when they double, and none otherwise', () => {
    const moved = skills.filter(
      (skill) => shardedExecutor('hash', skill, 4) !== shardedExecutor('hash', skill, 8),
    );
    expect(Math.abs(moved.length - 1_000)).toBeLessThan(150);
  });

  it('are told from other executors', () => {
    expect(isExecutor({ executor: 'nx-agent-skills:hash-12' }, 'hash')).toBe(true);
    expect(isExecutor({ executor: 'nx-agent-skills:validate-workspace' }, 'validate')).toBe(false);
    expect(isExecutor({ executor: 'other:hash' }, 'hash')).toBe(false);
    expect(isExecutor({}, 'hash')).toBe(false);
  });
});
