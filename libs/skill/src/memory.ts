import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { appendToMemoryFile, readMemoryFile, replaceMemoryFile } from './memory-file';

/**
 * What this process and earlier ones on this machine have found out. It only saves time: whoever
 * asks must be able to find every answer again, and the key must tell all that the answer hangs on.
 */
export interface Memory<Answer> {
  recall(key: string): Answer | undefined;
  remember(key: string, answer: Answer): void;
}

interface Kept {
  name: string;
  /** What the file holds; undefined until somebody asks. */
  saved?: Map<string, unknown>;
  /** Lines of the file. */
  lines: number;
  /** What was learnt in this process. */
  learnt: Map<string, unknown>;
  /** Keys of what was learnt and is not in the file yet. */
  unsaved: Set<string>;
  /** Keys that were asked for or learnt in this process. */
  used: Set<string>;
}

/** Enough for the largest catalogue; more would only be kept by a process that never ends. */
const MOST_LEARNT = 50_000;

const memories = new Map<string, Kept>();
let folder: string | undefined;

/** The memory of a name, which all code of this thread shares. */
export function memoryOf<Answer>(name: string): Memory<Answer> {
  const kept: Kept = { name, lines: 0, learnt: new Map(), unsaved: new Set(), used: new Set() };
  memories.set(name, kept);
  return {
    recall: (key) => recall(kept, key) as Answer | undefined,
    remember: (key, answer) => learn(kept, key, answer),
  };
}

/**
 * Keeps all memories in files of this folder from now on.
 *
 * @param newFolder absolute, for one version of this code: other versions must not share it
 */
export function keepMemoryIn(newFolder: string): void {
  folder = newFolder;
  for (const kept of memories.values()) delete kept.saved;
}

/** Where memory is kept, if it is. */
export const memoryFolder = (): string | undefined => folder;

/** What was learnt, to be handed to another thread. */
export type Learnt = [name: string, key: string, answer: unknown][];

/** Hands over what is not saved, which is then the other thread's to save. */
export function takeLearnt(): Learnt {
  return [...memories.values()].flatMap(({ name, unsaved, learnt }) => {
    const taken = [...unsaved].map((key): Learnt[number] => [name, key, learnt.get(key)]);
    unsaved.clear();
    return taken;
  });
}

/** Takes over what another thread has learnt. */
export function addLearnt(learnt: Learnt): void {
  for (const [name, key, answer] of learnt) {
    const kept = memories.get(name);
    if (kept) learn(kept, key, answer);
  }
}

/**
 * Appends what is new to the files. Several processes may do so at once; what a killed process
 * leaves is passed over. Never throws: without memory all works.
 *
 * @param isComplete whether everything that is still of use was asked for, so that the rest can go
 */
export function saveMemory(isComplete = false): void {
  if (folder === undefined) return;
  for (const kept of memories.values()) attempt(() => save(kept, fileOf(kept), isComplete));
  const current = folder;
  if (isComplete) attempt(() => removeOtherVersions(current));
}

/** On a full or read-only disk the next run finds everything out again. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // Without memory all works.
  }
}

function save(kept: Kept, file: string, isComplete: boolean): void {
  const isCrowded = isComplete && kept.lines > 2 * kept.used.size + 100;
  const keys = isCrowded ? kept.used : kept.unsaved;
  if (keys.size === 0 && !isCrowded) return;
  const answers = [...keys].map((key) => [key, recall(kept, key)] as const);
  if (isCrowded) replaceMemoryFile(file, answers);
  else appendToMemoryFile(file, answers);
  kept.lines = isCrowded ? answers.length : kept.lines + answers.length;
  kept.unsaved.clear();
}

function recall(kept: Kept, key: string): unknown {
  kept.saved ??= readAnswers(kept);
  const answer = kept.learnt.get(key) ?? kept.saved.get(key);
  if (answer !== undefined) kept.used.add(key);
  return answer;
}

function learn(kept: Kept, key: string, answer: unknown): void {
  if (kept.learnt.size >= MOST_LEARNT) {
    kept.learnt.clear();
    kept.unsaved.clear();
    kept.used.clear();
  }
  kept.learnt.set(key, answer);
  kept.unsaved.add(key);
  kept.used.add(key);
}

function readAnswers(kept: Kept): Map<string, unknown> {
  if (folder === undefined) return new Map();
  const { answers, lines } = readMemoryFile(fileOf(kept));
  kept.lines = lines;
  return answers;
}

const fileOf = ({ name }: Kept) => join(folder ?? '', `${name}.jsonl`);

/** Removes the memory of other versions, and nothing else that may lie beside it. */
function removeOtherVersions(current: string): void {
  for (const entry of readdirSync(dirname(current), { withFileTypes: true })) {
    if (entry.name === basename(current) || !entry.isDirectory()) continue;
    const other = join(dirname(current), entry.name);
    const isMemory = readdirSync(other).every((name) => /\.jsonl(\.\d+)?$/.test(name));
    if (isMemory) rmSync(other, { recursive: true, force: true });
  }
}
