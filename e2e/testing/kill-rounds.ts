import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyTree } from '@nx-agent-skills/publication';
import { type Catalogue, expectedArtifacts, sourceChanges } from './catalogue';
import { type GroupRun, startNx, untilQuiet } from './process-group';
import { readPublished } from './read-published';
import { seededRandom } from './seeded-random';
import { treeDigests } from './tree-digests';
import type { Workspace } from './workspace';

/** What came of the killed runs. */
export interface KillOutcomes {
  /** Runs that were killed before they ended. */
  killed: number;
  /** Of those, the runs that left a staged tree, or the earlier one, beside the published one. */
  killedWithLeftovers: number;
  /** Rounds after which the earlier tree was there. */
  old: number;
  /** Rounds after which the new tree was there. */
  new: number;
}

/** What a random delay is counted from. */
type Aim = 'start' | 'staging' | 'swap';

const AIMS: readonly Aim[] = ['start', 'staging', 'start', 'swap'];

/** The longest delay after each, in milliseconds: about the time until the next, or the end. */
type Timing = Record<Aim, number>;

interface State {
  workspace: Workspace;
  random: () => number;
  /** The skills as they are in the sources. */
  sources: Catalogue;
  /** The skills as they are in the published tree, and the digests of all its files. */
  published: Catalogue;
  digests: Record<string, string>;
}

/**
 * Publishes a workspace again and again, each time with other skills, and kills every run at a
 * random moment: half of them anywhere in the run, a quarter while the tree is staged, a quarter
 * right after the swap.
 * After each kill the output folder must hold a complete tree, the earlier one or the new one. In
 * the end an undisturbed run must publish the new one and leave nothing beside it.
 *
 * @param workspace with the given skills, not yet published
 * @param seed decides what is changed, and at which part of a run it is killed
 * @throws Error that names the round and the seed
 */
export async function runKillRounds(
  workspace: Workspace,
  skills: Catalogue,
  rounds: number,
  seed: number,
): Promise<KillOutcomes> {
  const state: State = {
    workspace,
    random: seededRandom(seed),
    sources: skills,
    published: skills,
    digests: {},
  };
  await publishUndisturbed(state);
  changeSkills(state, 0);
  const timing = await publishUndisturbed(state);
  const outcomes: KillOutcomes = { killed: 0, killedWithLeftovers: 0, old: 0, new: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    changeSkills(state, round);
    const aim = AIMS[round % AIMS.length] ?? 'start';
    const delay = state.random() * timing[aim];
    try {
      await runAndKill(state, aim, delay, outcomes);
      outcomes[checkTree(state)] += 1;
    } catch (error) {
      const moment = `${delay.toFixed(1)} ms after the ${aim}`;
      throw new Error(`Round ${round} of seed ${seed}, killed ${moment}: ${error}`, {
        cause: error,
      });
    }
  }
  await publishUndisturbed(state);
  assert.equal(leftoversOf(state).join(), '', 'leftovers after an undisturbed run');
  return outcomes;
}

async function runAndKill(
  state: State,
  aim: Aim,
  delay: number,
  outcomes: KillOutcomes,
): Promise<void> {
  const known = new Set(leftoversOf(state));
  const before = inodeOf(state);
  const run = startNx(state.workspace.root, ['publish-index']);
  if (aim === 'staging') await stagingBegan(state, run);
  if (aim === 'swap') await swapDone(state, run, before);
  await sleep(delay);
  const isKilled = run.isRunning();
  run.kill();
  const status = await run.ended;
  await untilQuiet(state.workspace.root);
  if (!isKilled) {
    assert.equal(status, 0, 'a run that was not killed failed');
    return;
  }
  outcomes.killed += 1;
  if (leftoversOf(state).some((name) => !known.has(name))) outcomes.killedWithLeftovers += 1;
}

async function publishUndisturbed(state: State): Promise<Timing> {
  const begin = Date.now();
  const run = startNx(state.workspace.root, ['publish-index']);
  const before = inodeOf(state);
  await stagingBegan(state, run);
  const staged = Date.now();
  await swapDone(state, run, before);
  const swapped = Date.now();
  while (run.isRunning() && leftoversOf(state).length > 0) await sleep(1);
  const cleaned = Date.now();
  assert.equal(await run.ended, 0, 'an undisturbed run failed');
  const timing = {
    start: Date.now() - begin,
    staging: swapped - staged,
    swap: cleaned - swapped,
  };
  await untilQuiet(state.workspace.root);
  state.published = state.sources;
  state.digests = treeDigests(treeOf(state));
  assert.deepEqual(readPublished(treeOf(state)), expectedArtifacts(state.sources));
  return timing;
}

async function stagingBegan(state: State, run: GroupRun): Promise<void> {
  const staged = () => leftoversOf(state).filter((name) => name.includes('.staging-'));
  const known = new Set(staged());
  while (run.isRunning() && staged().every((name) => known.has(name))) await sleep(1);
}

async function swapDone(state: State, run: GroupRun, before: number | undefined): Promise<void> {
  while (run.isRunning() && inodeOf(state) === before) await sleep(1);
}

/** Checks the tree after a kill and tells which one it is. */
function checkTree(state: State): 'old' | 'new' {
  const tree = treeOf(state);
  const artifacts = readPublished(tree);
  verifyTree(tree);
  const digests = treeDigests(tree);
  const isOld = JSON.stringify(digests) === JSON.stringify(state.digests);
  if (isOld) {
    assert.deepEqual(artifacts, expectedArtifacts(state.published));
    return 'old';
  }
  assert.deepEqual(artifacts, expectedArtifacts(state.sources), 'neither the old nor the new tree');
  state.published = state.sources;
  state.digests = digests;
  return 'new';
}

/** Changes some skills of every shape, adds one, removes one and gives one another shape. */
function changeSkills(state: State, round: number): void {
  const changed = new Map(state.sources);
  const names = [...changed.keys()];
  const pick = () => names[Math.floor(state.random() * names.length)] ?? '';
  for (let each = 0; each < 6; each += 1) {
    const name = pick();
    const shape = changed.get(name)?.shape ?? 'single';
    changed.set(name, { shape, text: `Version of round ${round}, change ${each}.` });
  }
  changed.set(pick(), {
    shape: round % 2 === 0 ? 'single' : 'multi',
    text: `Another shape in round ${round}.`,
  });
  changed.delete(pick());
  changed.set(`added-${round}`, { shape: 'multi', text: `Added in round ${round}.` });
  state.workspace.write(sourceChanges(state.sources, changed));
  state.sources = changed;
}

/** Another number after a swap. */
function inodeOf(state: State): number | undefined {
  return statSync(treeOf(state), { throwIfNoEntry: false })?.ino;
}

const treeOf = ({ workspace }: State) => join(workspace.root, 'dist', 'agent-skills');

/** The folders beside the published tree that belong to a publication. */
function leftoversOf({ workspace }: State): string[] {
  try {
    return readdirSync(join(workspace.root, 'dist')).filter((name) =>
      name.startsWith('.agent-skills.'),
    );
  } catch {
    return [];
  }
}
