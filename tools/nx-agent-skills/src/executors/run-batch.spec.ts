import type { TaskGraph } from 'nx/src/devkit-exports';
import type { TaskOutcome } from './archive-tasks';
import { type BatchResult, runBatch } from './run-batch';

const graphOf = (...ids: string[]) =>
  ({
    tasks: Object.fromEntries(ids.map((id) => [id, { id, projectRoot: `skills/${id}` }])),
  }) as unknown as TaskGraph;

async function collect(results: AsyncGenerator<BatchResult>): Promise<[string, boolean, string][]> {
  const all: [string, boolean, string][] = [];
  for await (const { task, result } of results)
    all.push([task, result.success, result.terminalOutput]);
  return all.sort();
}

const passed: TaskOutcome = { success: true, terminalOutput: '' };

describe('runBatch', () => {
  const optionsOf = (name: string) => ({ skill: `skills/${name}`, buildDir: 'dist/build' });
  const options = { a: optionsOf('a'), b: optionsOf('b'), c: optionsOf('c') };

  it('reports every task with its own outcome', async () => {
    const results = runBatch(graphOf('a', 'b', 'c'), options, async function* (tasks) {
      for (const [index, task] of tasks.entries()) {
        yield [
          index,
          task.skill === 'skills/b' ? { success: false, terminalOutput: 'refused' } : passed,
        ];
      }
    });
    expect(await collect(results)).toEqual([
      ['a', true, ''],
      ['b', false, 'refused'],
      ['c', true, ''],
    ]);
  });

  it('reports the rest as failed when the run throws, and keeps what was done', async () => {
    const results = runBatch(graphOf('a', 'b', 'c'), options, async function* () {
      yield [0, passed];
      throw new Error('disk full');
    });
    expect(await collect(results)).toEqual([
      ['a', true, ''],
      ['b', false, 'disk full\n'],
      ['c', false, 'disk full\n'],
    ]);
  });

  it('reports a task that the run forgot, once, and none twice', async () => {
    const results = runBatch(graphOf('a', 'b'), options, async function* () {
      yield [0, passed];
      yield [0, { success: false, terminalOutput: 'again' }];
    });
    const all = await collect(results);
    expect(all.map(([task]) => task)).toEqual(['a', 'b']);
    expect(all[0]?.[1]).toBe(true);
    expect(all[1]).toEqual(['b', false, 'The batch ended without a result for this task.\n']);
  });

  it('reports a task without options', async () => {
    const results = runBatch(graphOf('a', 'x'), options, async function* (tasks) {
      for (const index of tasks.keys()) yield [index, passed];
    });
    expect(await collect(results)).toEqual([
      ['a', true, ''],
      ['x', false, 'The batch ended without a result for this task.\n'],
    ]);
  });

  it('does not run a task whose options point elsewhere', async () => {
    const moved = {
      a: { ...options.a, skill: '../outside' },
      b: { ...options.b, buildDir: '..' },
      c: options.c,
    };
    const results = runBatch(graphOf('a', 'b', 'c'), moved, async function* (tasks) {
      expect(tasks).toEqual([options.c]);
      for (const index of tasks.keys()) yield [index, passed];
    });
    const all = await collect(results);
    expect(all.map(([task, success]) => [task, success])).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
    ]);
    expect(all[0]?.[2]).toContain('The option "skill" is "../outside"');
    expect(all[1]?.[2]).toContain('The option "buildDir" is ".."');
  });
});
