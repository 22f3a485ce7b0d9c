import type { SkillFiles } from './generate-skills';
import type { Cost } from './measure';

/** Somebody who publishes the skills, and is measured. */
export interface Contender {
  name: string;
  /** By name, see SCENARIOS. In one round they are run in that order, each where the last ended. */
  scenarios: Readonly<Record<string, (round: number) => Cost>>;
  /** Publishes once without being measured, for runs that leave out the scenario "cold". */
  prepare?(): void;
  /** The index.json that it has written; absent when it writes none. */
  index?: string;
  /** Ends what it has left running and removes its folders. */
  dispose(): void;
}

/** What all contenders of a run have in common. */
export interface Site {
  files: SkillFiles;
  /** A folder without Nx that holds the skills. */
  sources: string;
  /** A folder for outputs and states, removed at the end of the run. */
  scratch: string;
  daemon: boolean;
}

/** What is measured, in this order. */
export const SCENARIOS = [
  'everything',
  'cold',
  'warm',
  'one changed',
  'one added',
  'one removed',
  'affected, one',
  'affected, none',
  'inference, first',
  'inference, again',
] as const;

export type Scenario = (typeof SCENARIOS)[number];
