import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { addLearnt, keepMemoryIn, memoryOf, saveMemory, takeLearnt } from './memory';
import { writeTree } from './testing/write-tree';

/** A memory that a new process would have: what this one has learnt is not known to it. */
let names = 0;
const newMemory = () => {
  names += 1;
  return { name: `test-${names}`, memory: memoryOf<number>(`test-${names}`) };
};

const newFolder = () => join(writeTree({}), 'data', 'version');
const linesOf = (folder: string, name: string) =>
  readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

describe('a memory', () => {
  it('answers in the process that has learnt', () => {
    const { memory } = newMemory();
    expect(memory.recall('a')).toBeUndefined();
    memory.remember('a', 1);
    expect(memory.recall('a')).toBe(1);
    memory.remember('a', 2);
    expect(memory.recall('a')).toBe(2);
  });

  it('answers in a later process, and holds what is not asked for', () => {
    const folder = newFolder();
    const { name, memory } = newMemory();
    keepMemoryIn(folder);
    memory.remember('a', 1);
    memory.remember('__proto__', 3);
    saveMemory();
    const later = memoryOf<number>(name);
    expect([later.recall('a'), later.recall('__proto__'), later.recall('b')]).toEqual([
      1,
      3,
      undefined,
    ]);
    later.remember('a', 2);
    saveMemory();
    expect(memoryOf<number>(name).recall('a')).toBe(2);
  });

  it('passes over a line that a killed process has left, and loses no other', () => {
    const folder = newFolder();
    const { name, memory } = newMemory();
    keepMemoryIn(folder);
    memory.remember('a', 1);
    saveMemory();
    appendFileSync(join(folder, `${name}.jsonl`), '["b",2');
    const later = memoryOf<number>(name);
    expect([later.recall('a'), later.recall('b')]).toEqual([1, undefined]);
    later.remember('c', 3);
    saveMemory();
    const last = memoryOf<number>(name);
    expect([last.recall('a'), last.recall('c')]).toEqual([1, 3]);
  });

  it.each<[string, (text: string) => string]>([
    ['a changed answer', (text) => text.replace('["a",1]', '["a",9]')],
    ['an answer of another kind', (text) => text.replace('["a",1]', '["a",{}]')],
    ['a lost line', (text) => text.replace('["b",2]\n', '')],
    ['an added line', (text) => text.replace('["b",2]\n', '["b",2]\n["c",3]\n')],
    ['a changed digest', (text) => text.replace(/[0-9a-f]{64}/, '0'.repeat(64))],
    ['no digest', (text) => text.replace(/^#.*$/gm, '')],
    ['nothing but zeros', (text) => '\0'.repeat(text.length)],
  ])('forgets what was damaged on disk, and learns it anew: %s', (_, damage) => {
    const folder = newFolder();
    const { name, memory } = newMemory();
    keepMemoryIn(folder);
    memory.remember('a', 1);
    memory.remember('b', 2);
    saveMemory();
    const file = join(folder, `${name}.jsonl`);
    const text = readFileSync(file, 'utf8');
    expect(damage(text)).not.toBe(text);
    writeFileSync(file, damage(text));
    const later = memoryOf<number>(name);
    const recalled = [later.recall('a'), later.recall('b'), later.recall('c')];
    // A line behind its block is no part of it.
    const isWhole = damage(text).includes(text.trim());
    expect(recalled).toEqual(isWhole ? [1, 2, undefined] : [undefined, undefined, undefined]);
    later.remember('a', 1);
    saveMemory();
    expect(memoryOf<number>(name).recall('a')).toBe(1);
  });

  it('keeps the others when one file cannot be written', () => {
    const folder = newFolder();
    const [first, second] = [newMemory(), newMemory()];
    mkdirSync(join(folder, `${first.name}.jsonl`), { recursive: true });
    keepMemoryIn(folder);
    first.memory.remember('a', 1);
    second.memory.remember('a', 2);
    saveMemory(true);
    expect(memoryOf<number>(first.name).recall('a')).toBeUndefined();
    expect(memoryOf<number>(second.name).recall('a')).toBe(2);
  });

  it('drops what is no longer asked for when much has gathered, and only in a complete run', () => {
    const folder = newFolder();
    const { name, memory } = newMemory();
    keepMemoryIn(folder);
    for (let at = 0; at < 200; at += 1) memory.remember(`old-${at}`, at);
    saveMemory();
    const later = memoryOf<number>(name);
    later.recall('old-7');
    saveMemory();
    expect(linesOf(folder, name)).toHaveLength(200);
    saveMemory(true);
    expect(linesOf(folder, name)).toEqual(['["old-7",7]']);
  });

  it('removes the memory of other versions, and nothing else beside it', () => {
    const folder = newFolder();
    const { name, memory } = newMemory();
    keepMemoryIn(folder);
    memory.remember('a', 1);
    saveMemory();
    const other = writeTree({ 'old/test.jsonl': '', 'mine/work.txt': '', 'file.txt': '' });
    keepMemoryIn(join(other, 'new'));
    memory.remember('a', 1);
    saveMemory(true);
    expect(readdirSync(other).sort()).toEqual(['file.txt', 'mine', 'new']);
    expect(existsSync(join(other, 'new', `${name}.jsonl`))).toBe(true);
  });

  it('is handed over from one thread to another', () => {
    const { memory } = newMemory();
    memory.remember('a', 1);
    const learnt = takeLearnt().filter(([, key]) => key === 'a');
    expect(takeLearnt()).toEqual([]);
    addLearnt(learnt);
    expect(memory.recall('a')).toBe(1);
  });

  it('does without a folder that cannot be written', () => {
    const root = writeTree({ file: '' });
    keepMemoryIn(join(root, 'file', 'version'));
    const { memory } = newMemory();
    memory.remember('a', 1);
    expect(() => saveMemory(true)).not.toThrow();
    writeFileSync(join(root, 'file'), 'still a file');
    expect(memory.recall('a')).toBe(1);
  });
});
