import { existsSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSkillName } from '@nx-agent-skills/skill';
import { z } from 'zod';
import { differingPaths } from './compare-folder';
import { exists } from './exists';
import { type InstalledFile, parseState, STATE_FILE } from './installed-state';

/** What a staging folder holds. */
export const STAGED = {
  /** The id of the process that has the folder. */
  owner: 'owner',
  /** What is done; there from the moment when all is staged. */
  plan: 'plan.json',
  /** The state that is moved into the skills folder in the end. */
  state: 'state.json',
  /** Skills on their way to their places, and those that they have replaced. */
  new: 'new',
  old: 'old',
  /** Skills that were taken out of their places again. */
  undone: 'undone',
} as const;

const names = z.array(z.string().refine(isSkillName));

const shape = z.strictObject({
  added: names,
  changed: names,
  removed: names,
  before: z.string().nullable(),
  after: z.string(),
});

/** What a run does, for whoever has to take it back. */
export type StagedPlan = z.infer<typeof shape>;

/** A skills folder, and the staging folder beside it; both absolute. */
export interface StagedFolder {
  readonly folder: string;
  readonly path: string;
}

/** Takes back what a killed run has done, unless it has come as far as writing down its state. */
export function restoreUnfinished(staged: StagedFolder): void {
  if (existsSync(join(staged.path, STAGED.state))) restore(staged);
}

/**
 * Takes back what a run has exchanged, however far it has come. A skill's folder is known by its
 * content: it may be in its place, or still on its way.
 */
export function restore({ path, folder }: StagedFolder): void {
  const plan = readPlan(path);
  if (!plan) return;
  takeStateBack(path, folder);
  const after = new Map(parseState(plan.after, path).map(({ name, files }) => [name, files]));
  for (const name of plan.added) {
    if (isSkill(join(folder, name), after.get(name))) takeOut(path, folder, name);
  }
  for (const name of plan.changed) putBack(path, folder, name, after.get(name));
  for (const name of plan.removed) moveBack(join(path, STAGED.old, name), join(folder, name));
  const state = join(folder, STATE_FILE);
  if (plan.before !== null && !exists(state)) writeFileSync(state, plan.before);
}

/** First of all: whoever finds the folder without its state believes that the run was done. */
function takeStateBack(path: string, folder: string): void {
  const staged = join(path, STAGED.state);
  if (!exists(staged)) moveBack(join(folder, STATE_FILE), staged);
}

function putBack(
  path: string,
  folder: string,
  name: string,
  files: readonly InstalledFile[] | undefined,
): void {
  const target = join(folder, name);
  const staged = join(path, STAGED.new, name);
  if (isSkill(target, files)) takeOut(path, folder, name);
  moveBack(join(path, STAGED.old, name), target);
  // Folders that were exchanged a moment ago: the earlier one is still where the new one was.
  if (!isSkill(staged, files)) moveBack(staged, target);
  // The two have the same content.
  moveBack(join(path, STAGED.undone, name), target);
}

function takeOut(path: string, folder: string, name: string): void {
  renameSync(join(folder, name), join(path, STAGED.undone, name));
}

/** Moves a folder, or a link, to a place that is free. */
function moveBack(from: string, to: string): void {
  if (exists(from) && !exists(to)) renameSync(from, to);
}

/**
 * Reads what a run was about to do; undefined when it had not staged all, or when what lies there was
 * made by somebody else: through a link, folders from anywhere could be moved.
 */
function readPlan(path: string): StagedPlan | undefined {
  const isPlain = [STAGED.new, STAGED.old, STAGED.undone].every((name) => {
    const stats = lstatSync(join(path, name), { throwIfNoEntry: false });
    return stats?.isDirectory() === true;
  });
  if (!isPlain || !existsSync(join(path, STAGED.plan))) return undefined;
  try {
    return shape.parse(JSON.parse(readFileSync(join(path, STAGED.plan), 'utf8')));
  } catch {
    // Killed while it was written: nothing was exchanged.
    return undefined;
  }
}

function isSkill(place: string, files: readonly InstalledFile[] | undefined): boolean {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  return (
    files !== undefined &&
    stats?.isDirectory() === true &&
    differingPaths(place, files).length === 0
  );
}
