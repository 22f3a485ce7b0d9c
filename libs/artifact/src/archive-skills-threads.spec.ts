import type { ArchiveJob, ArchiveResult } from './archive-skill';
import { archiveSkills } from './archive-skills';

type Listener = (value: unknown) => void;

/** Stands for a thread: some jobs break it, the others succeed. */
class MockWorker {
  static started = 0;
  static ended = 0;
  private listeners: [string, Listener][] = [];

  constructor() {
    MockWorker.started += 1;
  }

  on(event: string, listener: Listener): this {
    this.listeners.push([event, listener]);
    return this;
  }

  off(event: string, listener: Listener): this {
    this.listeners = this.listeners.filter(([a, b]) => a !== event || b !== listener);
    return this;
  }

  postMessage({ skillPath }: ArchiveJob): void {
    setImmediate(() => {
      if (skillPath === 'out of memory') this.emit('error', new Error('out of memory'));
      else if (skillPath === 'exit') this.emit('exit', 3);
      else this.emit('message', { outcome: { archived: true, findings: [] }, learnt: [] });
    });
  }

  async terminate(): Promise<void> {
    MockWorker.ended += 1;
  }

  private emit(event: string, value: unknown): void {
    for (const [name, listener] of [...this.listeners]) if (name === event) listener(value);
  }
}

jest.mock('node:worker_threads', () => ({
  get Worker() {
    return MockWorker;
  },
}));

async function run(count: number, threads: number, broken: Record<number, string> = {}) {
  MockWorker.started = 0;
  MockWorker.ended = 0;
  const jobs = Array.from({ length: count }, (_, index) => ({
    workspaceRoot: '/nowhere',
    skillPath: broken[index] ?? `skills/s${index}`,
    outputFolder: `dist/s${index}`,
    settings: { strict: false, rules: {} },
    recordRefusal: false,
  }));
  const results = new Map<number, ArchiveResult | Error>();
  for await (const [index, result] of archiveSkills(jobs, threads)) {
    expect(results.has(index)).toBe(false);
    results.set(index, result);
  }
  expect(results.size).toBe(count);
  return results;
}

describe('the threads of archiveSkills', () => {
  it.each([
    [100, 2, 2],
    [149, 8, 2],
    [400, 8, 8],
    [1000, 3, 3],
  ])('%i jobs on a machine for %i threads start %i', async (count, threads, started) => {
    await run(count, threads);
    expect([MockWorker.started, MockWorker.ended]).toEqual([started, started]);
  });

  it('that break are replaced, and only their own job fails', async () => {
    const results = await run(100, 2, { 0: 'out of memory', 50: 'exit', 99: 'out of memory' });
    const failed = [...results].filter(([, result]) => result instanceof Error);
    expect(failed.sort(([a], [b]) => a - b)).toEqual([
      [0, new Error('out of memory')],
      [50, new Error('The archive thread ended with code 3.')],
      [99, new Error('out of memory')],
    ]);
    // Two to begin with, and one for each that broke before the queue was empty.
    expect([MockWorker.started, MockWorker.ended]).toEqual([4, 4]);
  });

  it('may all break at every job', async () => {
    const broken = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [index, 'exit']));
    const results = await run(100, 2, broken);
    expect([...results.values()].every((result) => result instanceof Error)).toBe(true);
  });
});
