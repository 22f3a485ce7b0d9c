import { writeTree } from '@nx-agent-skills/skill/testing';
import type { ArchiveJob, ArchiveResult } from './archive-skill';
import { archiveSkills } from './archive-skills';
import { archiveInThread, type QueuedJob } from './archive-thread';

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

  postMessage(jobs: ArchiveJob[]): void {
    const paths = jobs.map(({ skillPath }) => skillPath);
    setImmediate(() => {
      if (paths.includes('out of memory')) this.emit('error', new Error('out of memory'));
      else if (paths.includes('exit')) this.emit('exit', 3);
      else {
        const outcomes = jobs.map(() => ({ archived: true, findings: [] }));
        this.emit('message', { outcomes, learnt: [] });
      }
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

function jobsFor(count: number, broken: Record<number, string> = {}): ArchiveJob[] {
  const workspaceRoot = writeTree({});
  return Array.from({ length: count }, (_, index) => ({
    workspaceRoot,
    skillPath: broken[index] ?? `skills/s${index}`,
    outputFolder: `dist/s${index}`,
    settings: { strict: false, rules: {} },
    recordRefusal: false,
  }));
}

beforeEach(() => {
  MockWorker.started = 0;
  MockWorker.ended = 0;
});

describe('archiveSkills', () => {
  it.each([
    [99, 2, 0],
    [100, 2, 1],
    [149, 8, 1],
    [400, 8, 7],
    [1000, 3, 2],
  ])(
    'takes for %i jobs on a machine for %i threads %i beside its own',
    async (count, threads, started) => {
      const seen = new Set<number>();
      for await (const [index] of archiveSkills(jobsFor(count), threads)) seen.add(index);
      expect(seen.size).toBe(count);
      expect([MockWorker.started, MockWorker.ended]).toEqual([started, started]);
    },
  );
});

describe('archiveInThread', () => {
  async function run(broken: Record<number, string>) {
    const results = new Map<number, ArchiveResult | Error>();
    const queue: QueuedJob[] = [...jobsFor(20, broken).entries()];
    await archiveInThread(queue, ([index, result]) => {
      expect(results.has(index)).toBe(false);
      results.set(index, result);
    });
    expect(results.size).toBe(20);
    expect(MockWorker.ended).toBe(MockWorker.started);
    return results;
  }

  it('replaces a thread that breaks, and only the job that broke it fails', async () => {
    const results = await run({ 0: 'out of memory', 9: 'exit', 19: 'out of memory' });
    const failed = [...results].filter(([, result]) => result instanceof Error);
    expect(failed.sort(([a], [b]) => a - b)).toEqual([
      [0, new Error('out of memory')],
      [9, new Error('The archive thread ended with code 3.')],
      [19, new Error('out of memory')],
    ]);
  });

  it('ends when every job breaks its thread', async () => {
    const results = await run(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, 'exit'])),
    );
    expect([...results.values()].every((result) => result instanceof Error)).toBe(true);
  });
});
