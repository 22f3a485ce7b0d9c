import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contender, Scenario, Site } from './contender';
import { runContenders } from './run-contenders';
import { someCost } from './testing/some-run';

const SITE: Site = { files: new Map(), sources: '', scratch: '', daemon: false };

describe('a run of contenders', () => {
  const log: string[] = [];
  let folder: string;

  beforeEach(() => {
    log.length = 0;
    folder = mkdtempSync(join(tmpdir(), 'contenders-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** A contender that costs more with each round. */
  const contender = (name: string, own: readonly Scenario[], others: Partial<Contender> = {}) => {
    return (): Contender => ({
      name,
      scenarios: Object.fromEntries(
        own.map((scenario) => [
          scenario,
          (round: number) => {
            log.push(`${name}: ${scenario}`);
            return someCost(1 + round * round);
          },
        ]),
      ),
      dispose: () => void log.push(`${name} ended`),
      ...others,
    });
  };
  const fails = contender('b', [], {
    scenarios: {
      cold: () => {
        throw new Error('What Nx has printed');
      },
    },
  });
  const writes = (name: string, skills: unknown[]) => {
    const index = join(folder, `${name}.json`);
    writeFileSync(index, JSON.stringify({ skills }));
    return contender(name, ['cold'], { index });
  };

  it('alternates them, and gives the medians over all rounds', async () => {
    const a = contender('a', ['cold', 'warm']);
    const b = contender('b', ['warm', 'everything']);
    const scenarios = ['everything', 'cold', 'warm'] as const;
    const measured = await runContenders(SITE, [a, b], { rounds: 3, scenarios });
    const first = ['b: everything', 'a: cold', 'a: warm', 'b: warm'];
    const second = ['b: everything', 'a: cold', 'b: warm', 'a: warm'];
    expect(log).toEqual([...first, ...second, ...first, 'a ended', 'b ended']);
    expect(measured).toContainEqual({ contender: 'b', scenario: 'warm', cost: someCost(2) });
    expect(measured).toHaveLength(4);
  });

  it('begins with a publication that is not measured when it leaves out the cold one', async () => {
    const a = contender('a', ['warm'], { prepare: () => void log.push('a prepares') });
    await runContenders(SITE, [a], { rounds: 1, scenarios: ['warm'] });
    expect(log).toEqual(['a prepares', 'a: warm', 'a ended']);
  });

  it('says who has failed in what, and ends all of them', async () => {
    const a = contender('a', ['cold']);
    const run = runContenders(SITE, [a, fails], { rounds: 1, scenarios: ['cold'] });
    await expect(run).rejects.toMatchObject({
      message: 'b, cold, round 1',
      cause: { message: 'What Nx has printed' },
    });
    expect(log).toEqual(['a: cold', 'a ended', 'b ended']);
  });

  it('ends those that are there when the next cannot be set up', async () => {
    const broken = () => {
      throw new Error('No space left');
    };
    const run = runContenders(SITE, [contender('a', []), broken], { rounds: 1, scenarios: [] });
    await expect(run).rejects.toThrow('No space left');
    expect(log).toEqual(['a ended']);
  });

  it('stops at a signal, and ends all of them', async () => {
    const stop = new AbortController();
    const onCost = () => stop.abort(new Error('Stopped.'));
    const scenarios = ['cold', 'warm'] as const;
    const { signal } = stop;
    const a = contender('a', scenarios);
    const run = runContenders(SITE, [a], { rounds: 1, scenarios, signal, onCost });
    await expect(run).rejects.toThrow('Stopped.');
    expect(log).toEqual(['a: cold', 'a ended']);
  });

  it('refuses to compare contenders that publish different skills', async () => {
    const skill = { name: 'a', type: 'archive', description: 'A.', url: 'https://acme.example/a' };
    const rounds = { rounds: 1, scenarios: ['cold'] as const };
    const same = [writes('a', [skill]), writes('b', [{ ...skill, digest: 'another' }])];
    await expect(runContenders(SITE, same, rounds)).resolves.toHaveLength(2);
    const other = [...same, writes('c', [{ ...skill, type: 'skill-md' }])];
    await expect(runContenders(SITE, other, rounds)).rejects.toThrow(
      'a and c have published different skills',
    );
  });
});
