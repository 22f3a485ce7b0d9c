import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Contender, SCENARIOS, type Scenario, type Site } from './contender';
import { type Cost, medianCost } from './measure';
import type { Measurement } from './results';

export interface Rounds {
  rounds: number;
  scenarios: readonly Scenario[];
  /** Ends the run between two measurements. */
  signal?: AbortSignal;
  /** Is told of every single measurement. */
  onCost?: (contender: string, scenario: string, cost: Cost) => void;
}

/**
 * Runs all contenders through all scenarios, alternating, so that whatever else the machine does
 * falls on all of them.
 *
 * @returns the medians over the rounds
 * @throws Error when a contender fails, or when two publish different skills; nothing is left over
 */
export async function runContenders(
  site: Site,
  factories: readonly ((site: Site) => Contender)[],
  { rounds, scenarios, signal, onCost }: Rounds,
): Promise<Measurement[]> {
  const contenders: Contender[] = [];
  try {
    for (const create of factories) contenders.push(create(site));
    if (!scenarios.includes('cold')) for (const contender of contenders) contender.prepare?.();
    const costs = new Map<string, Cost[]>();
    for (let round = 0; round < rounds; round += 1) {
      const inTurn = round % 2 === 0 ? contenders : [...contenders].reverse();
      for (const scenario of SCENARIOS.filter((each) => scenarios.includes(each))) {
        for (const { name, scenarios: own } of inTurn) {
          // Without a turn of the event loop, a signal would not be heard.
          await nextTurn();
          signal?.throwIfAborted();
          const cost = runScenario(name, scenario, own[scenario], round);
          if (!cost) continue;
          onCost?.(name, scenario, cost);
          const key = `${name}\t${scenario}`;
          costs.set(key, [...(costs.get(key) ?? []), cost]);
        }
        if (scenario === 'cold') compareIndexes(contenders);
      }
    }
    return [...costs].map(([key, all]) => {
      const [contender = '', scenario = ''] = key.split('\t');
      return { contender, scenario, cost: medianCost(all) };
    });
  } finally {
    for (const contender of contenders) contender.dispose();
  }
}

function runScenario(
  name: string,
  scenario: string,
  run: Contender['scenarios'][string] | undefined,
  round: number,
): Cost | undefined {
  try {
    return run?.(round);
  } catch (error) {
    throw new Error(`${name}, ${scenario}, round ${round + 1}`, { cause: error });
  }
}

/** Costs can be compared only when the same was published. */
function compareIndexes(contenders: readonly Contender[]): void {
  const [first, ...others] = contenders.flatMap(({ name, index }) =>
    index === undefined ? [] : [{ name, published: publishedIn(index) }],
  );
  for (const other of others) {
    if (first && first.published !== other.published) {
      throw new Error(
        `${first.name} and ${other.name} have published different skills:\n${first.published}\n\n${other.published}`,
      );
    }
  }
}

function publishedIn(index: string): string {
  const { skills } = JSON.parse(readFileSync(index, 'utf8'));
  return skills
    .map(({ name, type, description, url }: Record<string, string>) =>
      [name, type, url, description].join(' '),
    )
    .sort()
    .join('\n');
}
