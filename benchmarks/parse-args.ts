import { parseArgs } from 'node:util';
import { SCENARIOS, type Scenario } from './contender';

export interface BenchmarkArgs {
  skills: number[];
  rounds: number;
  scenarios: Scenario[];
  daemon: boolean;
  write: boolean;
}

/**
 * Reads the options of the command line.
 *
 * @throws Error that names what cannot be used
 */
export function parseBenchmarkArgs(args: readonly string[]): BenchmarkArgs {
  const { values } = parseArgs({
    args: [...args],
    options: {
      skills: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      scenarios: { type: 'string', default: SCENARIOS.join(';') },
      daemon: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const { daemon, write } = values;
  return {
    skills: values.skills.split(',').map((each) => count('skills', each)),
    rounds: count('rounds', values.rounds),
    scenarios: scenariosNamed(values.scenarios.split(';')),
    daemon,
    write,
  };
}

function count(option: string, value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`--${option} takes whole numbers from 1, not "${value}".`);
}

/** Always with "everything": some contenders, which all others are compared with, know only that. */
function scenariosNamed(names: readonly string[]): Scenario[] {
  const chosen = new Set<Scenario>(['everything', ...names.map(scenarioNamed)]);
  return SCENARIOS.filter((each) => chosen.has(each));
}

function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS.find((each) => each === name.trim());
  if (scenario) return scenario;
  throw new Error(`There is no scenario "${name}". There are: ${SCENARIOS.join('; ')}.`);
}
