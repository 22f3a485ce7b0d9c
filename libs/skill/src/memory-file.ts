import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** An answer and its key. */
export type KeptAnswer = readonly [key: string, answer: unknown];

export interface MemoryFile {
  answers: Map<string, unknown>;
  /** How many answers the file holds, older ones of the same key included. */
  lines: number;
}

/** Far more than the largest catalogue needs; such a file is not one of ours any more. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads a file of answers. It consists of blocks, each under a line with its length and its digest:
 * what a killed process, a broken disk or an editor has left of a block is passed over.
 *
 * @param file absolute
 */
export function readMemoryFile(file: string): MemoryFile {
  const answers = new Map<string, unknown>();
  let lines = 0;
  let block: string[] = [];
  let head: { count: number; digest: string } | undefined;
  for (const line of readLines(file)) {
    const [, count, digest = ''] = /^#(\d+) ([0-9a-f]{64})$/.exec(line) ?? [];
    if (count !== undefined) {
      head = { count: Number(count), digest };
      block = [];
    } else block.push(line);
    if (head === undefined || block.length !== head.count) continue;
    if (digestOf(block) === head.digest) {
      for (const each of block) answers.set(...(JSON.parse(each) as [string, unknown]));
      lines += block.length;
    }
    head = undefined;
  }
  return { answers, lines };
}

/** Adds answers to a file, in one step and on a new line: another process may have left half a line. */
export function appendToMemoryFile(file: string, answers: readonly KeptAnswer[]): void {
  if (sizeOf(file) > MAX_BYTES) rmSync(file);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `\n${blockOf(answers)}`);
}

/** Makes a file hold exactly these answers. */
export function replaceMemoryFile(file: string, answers: readonly KeptAnswer[]): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, blockOf(answers));
  renameSync(unfinished, file);
}

function blockOf(answers: readonly KeptAnswer[]): string {
  const block = answers.map((each) => JSON.stringify(each));
  return [`#${block.length} ${digestOf(block)}`, ...block, ''].join('\n');
}

const digestOf = (block: readonly string[]) =>
  createHash('sha256').update(block.join('\n')).digest('hex');

function readLines(file: string): string[] {
  try {
    return sizeOf(file) > MAX_BYTES ? [] : readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
